import { Minus, Plus } from 'lucide-react'
import { t } from '#dashboard/strings/editing.ts'
import { Button, IconButton } from '#dashboard/ui/button.tsx'
import { Input } from '#dashboard/ui/fields/input.tsx'
import { Select } from '#dashboard/ui/fields/select.tsx'
import { useTyped } from '#dashboard/ui/fields/use-typed.ts'
import { hasOperand, type Operator, operators, type Rule, type Test } from './condition.ts'
import { NameField } from './name-field.tsx'

const isOperator = (value: string): value is Operator => operators.some((each) => each === value)

/** A number where it is one. */
const readOperand = (text: string) => (text.trim() !== '' && Number.isFinite(Number(text)) ? Number(text) : text)

interface TestRowProps {
  readonly test: Test
  readonly at: number
  readonly onChange: (test: Test) => void
  readonly onRemove: (() => void) | undefined
}

function TestRow({ test, at, onChange, onRemove }: TestRowProps) {
  const { name, operator, operand } = test
  const typed = useTyped(String(operand), (text) => onChange({ ...test, operand: readOperand(text) }))
  return (
    <fieldset aria-label={t('binding.test', { at: at + 1 })} className="grid grid-cols-[minmax(0,1fr)_auto] gap-1">
      <NameField
        label={t('binding.field')}
        value={name}
        onChange={(next) => next !== '' && onChange({ ...test, name: next })}
      />
      <IconButton
        size="small"
        label={t('binding.test_remove', { at: at + 1 })}
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
          onChange={(value) => isOperator(value) && onChange({ ...test, operator: value })}
        />
        {hasOperand(operator) && <Input compact aria-label={t('binding.operand')} {...typed} />}
      </div>
    </fieldset>
  )
}

const MAX_TESTS = 20

/** One or more questions about fields. */
export function RuleEditor({ rule, onChange }: { rule: Rule; onChange: (rule: Rule) => void }) {
  const { join, tests } = rule
  const change = (next: readonly Test[]) => onChange({ ...rule, tests: next })
  return (
    <div className="grid gap-2">
      {tests.length > 1 && (
        <Select
          compact
          aria-label={t('binding.join')}
          options={(['all', 'any'] as const).map((value) => ({ value, label: t(`binding.${value}`) }))}
          value={join}
          onChange={(value) => onChange({ ...rule, join: value === 'any' ? 'any' : 'all' })}
        />
      )}
      {tests.map((test, at) => (
        <TestRow
          // biome-ignore lint/suspicious/noArrayIndexKey: a question is its place in the list
          key={at}
          test={test}
          at={at}
          onChange={(next) => change(tests.with(at, next))}
          onRemove={tests.length > 1 ? () => change(tests.toSpliced(at, 1)) : undefined}
        />
      ))}
      <div>
        <Button
          size="small"
          look="quiet"
          icon={<Plus />}
          disabled={tests.length >= MAX_TESTS}
          onClick={() => change([...tests, ...tests.slice(-1)])}
        >
          {t('binding.test_add')}
        </Button>
      </div>
    </div>
  )
}
