import { Minus, Plus } from 'lucide-react'
import { readScalar } from '#dashboard/parts/templates/read-scalar.ts'
import { useFields } from '#dashboard/screens/editor/typing/use-fields.ts'
import { t } from '#dashboard/strings/binding.ts'
import { Button, IconButton } from '#dashboard/ui/button.tsx'
import { Input } from '#dashboard/ui/fields/input.tsx'
import { Select } from '#dashboard/ui/fields/select.tsx'
import { useTyped } from '#dashboard/ui/fields/use-typed.ts'
import {
  type Condition,
  hasOperand,
  isRule,
  type Join,
  joins,
  MAX_CONDITIONS,
  type Operator,
  operators,
  type Rule,
  type Test,
  withCondition,
} from './condition.ts'
import { NameField } from './name-field.tsx'

const isOperator = (value: string): value is Operator => operators.some((each) => each === value)

const isScalar = (value: unknown): value is string | number | boolean =>
  ['string', 'number', 'boolean'].includes(typeof value) && value !== ''

/** With another comparison, and something to compare with: the value that is shown, where there is one. */
function withOperator(test: Test, operator: Operator, value: unknown): Test {
  if (!hasOperand(operator)) return { ...test, operator }
  const known = [test.operand, value].find(isScalar)
  const isOrder = operator === 'greater' || operator === 'less'
  return { ...test, operator, operand: isOrder ? Number(known) || 0 : (known ?? t('binding.operand')) }
}

interface TestRowProps {
  readonly test: Test
  /** Its place: `2.1` is the first one of the second group. */
  readonly at: string
  readonly onChange: (test: Test) => void
  readonly onRemove: (() => void) | undefined
}

function TestRow({ test, at, onChange, onRemove }: TestRowProps) {
  const { name, operator, operand } = test
  const shown = useFields().find((field) => field.name === name)?.value
  // Compared with nothing it would be another question: whether the field is empty.
  const typed = useTyped(String(operand), (text) => text !== '' && onChange({ ...test, operand: readScalar(text) }))
  return (
    <fieldset aria-label={t('binding.test', { at })} className="grid grid-cols-[minmax(0,1fr)_auto] gap-1">
      <NameField label={t('binding.field')} value={name} onChange={(next) => onChange({ ...test, name: next })} />
      <IconButton
        size="small"
        label={t('binding.test_remove', { at })}
        icon={<Minus />}
        disabled={onRemove === undefined}
        onClick={() => onRemove?.()}
      />
      <div className="col-span-2 grid grid-cols-2 gap-1">
        <Select
          compact
          aria-label={t('binding.operator')}
          options={operators.map((value) => ({ value, label: t(`binding.${value}`) }))}
          value={operator}
          onChange={(value) => isOperator(value) && onChange(withOperator(test, value, shown))}
        />
        {hasOperand(operator) && <Input compact aria-label={t('binding.operand')} {...typed} />}
      </div>
    </fieldset>
  )
}

/** Groups in groups. More than that is read, but not begun here: the panel is too narrow. */
const MAX_LEVEL = 3

const START: Test = { name: 'Name', operator: 'notEmpty', operand: '' }

/** A question to begin with: that of before, once more. */
function startAfter(conditions: readonly Condition[]): Test {
  const last = conditions.at(-1)
  if (!last) return START
  return isRule(last) ? startAfter(last.conditions) : last
}

interface JoinRowProps extends Pick<RuleEditorProps, 'at' | 'onRemove'> {
  readonly join: Join
  readonly onChange: (join: Join) => void
}

/** How many of the conditions have to hold. */
function JoinRow({ join, onChange, at, onRemove }: JoinRowProps) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-1">
      <Select
        compact
        aria-label={t('binding.join')}
        options={joins.map((value) => ({ value, label: t(`binding.${value}`) }))}
        value={join}
        onChange={(value) => onChange(joins.find((each) => each === value) ?? join)}
      />
      {at !== undefined && (
        <IconButton
          size="small"
          label={t('binding.group_remove', { at })}
          icon={<Minus />}
          disabled={onRemove === undefined}
          onClick={() => onRemove?.()}
        />
      )}
    </div>
  )
}

interface RuleEditorProps {
  readonly rule: Rule
  readonly onChange: (rule: Rule) => void
  /** Whether there is room for a longer rule. */
  readonly fits: (rule: Rule) => boolean
  /** Of a group: its place. */
  readonly at?: string | undefined
  readonly onRemove?: (() => void) | undefined
}

/** Questions about fields, and groups of them. */
export function RuleEditor({ rule, onChange, fits, at, onRemove }: RuleEditorProps) {
  const { join, conditions } = rule
  const change = (next: readonly Condition[]) => onChange({ ...rule, conditions: next })
  const level = at === undefined ? 0 : at.split('.').length
  const start = startAfter(conditions)
  // A group of the same kind would be none.
  const group: Rule = { join: join === 'all' || join === 'notAll' ? 'any' : 'all', conditions: [start, start] }
  return (
    <div className="grid gap-2">
      {(conditions.length > 1 || join !== 'all' || onRemove !== undefined) && (
        <JoinRow join={join} onChange={(next) => onChange({ ...rule, join: next })} at={at} onRemove={onRemove} />
      )}
      {conditions.map((condition, index) => (
        <ConditionEditor
          // biome-ignore lint/suspicious/noArrayIndexKey: a question is its place in the list
          key={index}
          condition={condition}
          at={at === undefined ? String(index + 1) : `${at}.${index + 1}`}
          onChange={(next) => change(conditions.with(index, next))}
          fits={(next) => fits({ ...rule, conditions: conditions.with(index, next) })}
          onRemove={conditions.length > 1 ? () => change(conditions.toSpliced(index, 1)) : undefined}
        />
      ))}
      <div className="flex flex-wrap gap-1">
        <AddButton label={t('binding.test_add')} next={withCondition(rule, start, fits)} onAdd={onChange} />
        {level < MAX_LEVEL && (
          <AddButton label={t('binding.group_add')} next={withCondition(rule, group, fits)} onAdd={onChange} />
        )}
      </div>
    </div>
  )
}

interface AddButtonProps {
  readonly label: string
  readonly next: ReturnType<typeof withCondition>
  readonly onAdd: (rule: Rule) => void
}

/** Adds a condition, or says why there is no room for it. */
function AddButton({ label, next, onAdd }: AddButtonProps) {
  const problem = typeof next === 'string' ? t(`binding.${next}`, { count: MAX_CONDITIONS }) : ''
  return (
    <Button
      size="small"
      look="quiet"
      icon={<Plus />}
      disabled={problem !== ''}
      hint={problem}
      onClick={() => typeof next !== 'string' && onAdd(next)}
    >
      {label}
    </Button>
  )
}

interface ConditionEditorProps {
  readonly condition: Condition
  readonly at: string
  readonly onChange: (condition: Condition) => void
  readonly fits: (rule: Rule) => boolean
  readonly onRemove: (() => void) | undefined
}

function ConditionEditor({ condition, at, onChange, fits, onRemove }: ConditionEditorProps) {
  if (!isRule(condition)) return <TestRow test={condition} at={at} onChange={onChange} onRemove={onRemove} />
  return (
    <fieldset aria-label={t('binding.group', { at })} className="border-s-2 border-line ps-2">
      <RuleEditor rule={condition} at={at} onChange={onChange} fits={fits} onRemove={onRemove} />
    </fieldset>
  )
}
