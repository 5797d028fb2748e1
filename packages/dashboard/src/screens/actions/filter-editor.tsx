import { MAX_FILTER_DEPTH, operatorsWithoutValue } from '@pictable/model/filter'
import { FolderPlus, Plus, X } from 'lucide-react'
import { useState } from 'react'
import { pointerStep } from '#dashboard/forms/schema.ts'
import { t } from '#dashboard/strings/actions.ts'
import { Button, IconButton } from '#dashboard/ui/button.tsx'
import { Combobox } from '#dashboard/ui/fields/combobox.tsx'
import { Input } from '#dashboard/ui/fields/input.tsx'
import { Select } from '#dashboard/ui/fields/select.tsx'
import { isSame } from '#dashboard/ui/is-same.ts'
import type { FilterDraft } from './draft/action-draft.ts'
import type { TableField } from './draft/types.ts'

type Condition = Extract<FilterDraft, { field: string }>
type Operator = Condition['operator']

interface Group {
  joins: 'and' | 'or'
  members: readonly FilterDraft[]
}

const words: Readonly<Record<Operator, () => string>> = {
  equals: () => t('actions.op_equals'),
  not_equals: () => t('actions.op_not_equals'),
  contains: () => t('actions.op_contains'),
  not_contains: () => t('actions.op_not_contains'),
  one_of: () => t('actions.op_one_of'),
  empty: () => t('actions.op_empty'),
  not_empty: () => t('actions.op_not_empty'),
  greater: () => t('actions.op_greater'),
  greater_or_equal: () => t('actions.op_greater_or_equal'),
  less: () => t('actions.op_less'),
  less_or_equal: () => t('actions.op_less_or_equal'),
  before: () => t('actions.op_before'),
  after: () => t('actions.op_after'),
  checked: () => t('actions.op_checked'),
  not_checked: () => t('actions.op_not_checked'),
}

function groupOf(filter: FilterDraft | null): Group {
  if (filter === null) return { joins: 'and', members: [] }
  if ('field' in filter) return { joins: 'and', members: [filter] }
  return 'and' in filter ? { joins: 'and', members: filter.and } : { joins: 'or', members: filter.or }
}

function filterOf({ joins, members }: Group): FilterDraft {
  return joins === 'and' ? { and: [...members] } : { or: [...members] }
}

function itemsOf(text: string): string[] {
  return text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '')
}

function valueFor(operator: Operator, before: Condition['value'] = ''): Condition['value'] {
  if (operatorsWithoutValue.has(operator)) return undefined
  if (operator === 'one_of') return Array.isArray(before) ? before : itemsOf(String(before))
  return Array.isArray(before) ? (before[0] ?? '') : before
}

/** A condition that can be asked of the field, with as much of the one before as still fits. */
function conditionFor(field: TableField | undefined, before?: Condition): Condition {
  const known = field?.operators ?? []
  const operator = before && known.includes(before.operator) ? before.operator : (known[0] ?? 'not_empty')
  const value = valueFor(operator, before?.value)
  return { field: field?.id ?? before?.field ?? '', operator, ...(value !== undefined && { value }) }
}

interface FilterContext {
  fields: readonly TableField[]
  errors: ReadonlyMap<string, string>
  mayWrite: boolean
}

interface FilterEditorProps extends FilterContext {
  filter: FilterDraft | null
  onChange: (filter: FilterDraft | null) => void
}

/** Which records count: conditions, in groups of which all or any must hold. */
export function FilterEditor({ filter, onChange, ...context }: FilterEditorProps) {
  const isLone = filter !== null && 'field' in filter
  return (
    <GroupEditor
      {...context}
      group={groupOf(filter)}
      pointerAt={(place, joins) => (isLone ? '/filter' : `/filter/${joins}/${place}`)}
      depth={1}
      onChange={(group) => onChange(group.members.length === 0 ? null : filterOf(group))}
    />
  )
}

interface GroupEditorProps extends FilterContext {
  group: Group
  pointerAt: (place: number, joins: Group['joins']) => string
  depth: number
  onChange: (group: Group) => void
}

function GroupEditor({ group, pointerAt, depth, onChange, ...context }: GroupEditorProps) {
  const { joins, members } = group
  const { fields, mayWrite } = context
  const change = (changed: readonly FilterDraft[]) => onChange({ joins, members: changed })
  const first = () => conditionFor(fields[0])
  return (
    <fieldset className="grid min-w-0 gap-3">
      <legend className="sr-only">{t('actions.filter')}</legend>
      {members.length === 0 && <p className="text-ink-soft">{t('actions.no_filter')}</p>}
      {members.length > 1 && (
        <Joins value={joins} mayWrite={mayWrite} onChange={(chosen) => onChange({ joins: chosen, members })} />
      )}
      {members.map((member, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a condition is its place
        <div key={place} className="min-w-0">
          <MemberEditor
            {...context}
            member={member}
            pointer={pointerAt(place, joins)}
            depth={depth}
            onChange={(changed) => change(members.with(place, changed))}
            onRemove={() => change(members.filter((_, other) => other !== place))}
          />
        </div>
      ))}
      {mayWrite && (
        <div className="flex flex-wrap gap-2">
          <Button size="small" icon={<Plus />} onClick={() => change([...members, first()])}>
            {t('actions.add_condition')}
          </Button>
          {depth < MAX_FILTER_DEPTH && members.length > 0 && (
            <Button
              size="small"
              look="quiet"
              icon={<FolderPlus />}
              onClick={() =>
                change([...members, filterOf({ joins: joins === 'and' ? 'or' : 'and', members: [first()] })])
              }
            >
              {t('actions.add_group')}
            </Button>
          )}
        </div>
      )}
    </fieldset>
  )
}

interface JoinsProps {
  value: Group['joins']
  mayWrite: boolean
  onChange: (joins: Group['joins']) => void
}

function Joins({ value, mayWrite, onChange }: JoinsProps) {
  return (
    <div className="w-56">
      <Select
        aria-label={t('actions.joins')}
        disabled={!mayWrite}
        options={[
          { value: 'and', label: t('actions.joins_and') },
          { value: 'or', label: t('actions.joins_or') },
        ]}
        value={value}
        onChange={(chosen) => onChange(chosen === 'or' ? 'or' : 'and')}
      />
    </div>
  )
}

interface MemberEditorProps extends FilterContext {
  member: FilterDraft
  pointer: string
  /** Of the group that it is in. */
  depth: number
  onChange: (member: FilterDraft) => void
  onRemove: () => void
}

/** A condition, or a group of its own. */
function MemberEditor({ member, pointer, depth, onChange, onRemove, ...context }: MemberEditorProps) {
  if ('field' in member) return <ConditionEditor {...context} {...{ pointer, onChange, onRemove }} condition={member} />
  return (
    <div className="border-s-2 border-line ps-4">
      <GroupEditor
        {...context}
        group={groupOf(member)}
        pointerAt={(inner, joins) => `${pointer}${pointerStep(joins)}/${inner}`}
        depth={depth + 1}
        onChange={(changed) => (changed.members.length === 0 ? onRemove() : onChange(filterOf(changed)))}
      />
    </div>
  )
}

interface ConditionEditorProps extends FilterContext {
  condition: Condition
  pointer: string
  onChange: (condition: Condition) => void
  onRemove: () => void
}

function ConditionEditor({ condition, pointer, fields, errors, mayWrite, onChange, onRemove }: ConditionEditorProps) {
  const field = fields.find(({ id }) => id === condition.field)
  const error = ['/field', '/operator', '/value', ''].map((part) => errors.get(pointer + part)).find(Boolean)
  const lost = field === undefined ? t('actions.field_gone', { name: condition.field }) : undefined
  const operators = field?.operators ?? [condition.operator]
  return (
    <div className="grid gap-1.5">
      <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-2 sm:grid-cols-[minmax(0,1fr)_minmax(0,12rem)_minmax(0,1fr)_auto]">
        <Combobox
          aria-label={t('actions.condition_field')}
          options={fields.map(({ id, name }) => ({ value: id, label: name }))}
          value={condition.field}
          onChange={(id) => {
            const chosen = fields.find((one) => one.id === id)
            if (chosen && mayWrite) onChange(conditionFor(chosen, condition))
          }}
        />
        <div className="sm:order-last">
          {mayWrite && <IconButton label={t('actions.remove_condition')} icon={<X />} onClick={onRemove} />}
        </div>
        <div className="col-span-2 sm:col-span-1">
          <Select
            aria-label={t('actions.condition_operator')}
            disabled={!mayWrite}
            options={operators.map((name) => ({ value: name, label: words[name]() }))}
            value={condition.operator}
            onChange={(name) => {
              const operator = operators.find((one) => one === name)
              if (operator) onChange(conditionFor(field, { ...condition, operator }))
            }}
          />
        </div>
        {!operatorsWithoutValue.has(condition.operator) && (
          <div className="col-span-2 sm:col-span-1">
            <ConditionValue
              condition={condition}
              kind={field?.kind}
              isWrong={error !== undefined}
              mayWrite={mayWrite}
              onChange={(value) => onChange({ ...condition, value })}
            />
          </div>
        )}
      </div>
      {(error ?? lost) !== undefined && (
        <p role="alert" className="text-[13px] text-bad">
          {error ?? lost}
        </p>
      )}
    </div>
  )
}

interface ConditionValueProps {
  condition: Condition
  kind: TableField['kind'] | undefined
  isWrong: boolean
  mayWrite: boolean
  onChange: (value: NonNullable<Condition['value']>) => void
}

function ConditionValue({ condition, kind, isWrong, mayWrite, onChange }: ConditionValueProps) {
  const { operator, value = '' } = condition
  const [typed, setTyped] = useState('')
  const isList = operator === 'one_of'
  const isTime = kind === 'date' || kind === 'date_time'
  // A list stands as it is typed: a comma alone is no entry.
  const isTyped = isList && isSame(itemsOf(typed), value)
  return (
    <Input
      aria-label={t('actions.condition_value')}
      aria-invalid={isWrong ? true : undefined}
      disabled={!mayWrite}
      value={isTyped ? typed : Array.isArray(value) ? value.join(', ') : String(value)}
      inputMode={kind === 'number' && !isList ? 'decimal' : 'text'}
      placeholder={isTime ? 'today-7' : isList ? t('actions.list_example') : undefined}
      onChange={({ target }) => {
        setTyped(target.value)
        onChange(isList ? itemsOf(target.value) : target.value)
      }}
    />
  )
}
