import { Plus, X } from 'lucide-react'
import { t } from '#dashboard/strings/table-dialogs.ts'
import { Button, IconButton } from '#dashboard/ui/button.tsx'
import { Input } from '#dashboard/ui/fields/input.tsx'
import { Select } from '#dashboard/ui/fields/select.tsx'
import type { FieldJson } from './grid/table.ts'
import { type Condition, conditionOn, type Operator, operatorsOf, takesValue } from './view.ts'

function operatorWords(operator: Operator, kind: string | undefined): string {
  const isDate = kind === 'date' || kind === 'date_time'
  if (operator === 'greater') return isDate ? t('actions.op_after') : t('actions.op_greater')
  if (operator === 'less') return isDate ? t('actions.op_before') : t('actions.op_less')
  return t(`actions.op_${operator}`)
}

const ticks = [
  { value: 'yes', label: t('tables.ticked_yes') },
  { value: 'no', label: t('tables.ticked_no') },
]

interface ValueProps {
  condition: Condition
  kind: string | undefined
  onChange: (value: NonNullable<Condition['value']>) => void
}

function Value({ condition: { value = '' }, kind, onChange }: ValueProps) {
  const label = t('actions.condition_value')
  if (kind === 'checkbox')
    return (
      <Select
        aria-label={label}
        options={ticks}
        value={value === false ? 'no' : 'yes'}
        onChange={(chosen) => onChange(chosen === 'yes')}
      />
    )
  return (
    <Input
      aria-label={label}
      type={kind === 'date' ? 'date' : 'text'}
      inputMode={kind === 'number' ? 'decimal' : 'text'}
      value={String(value)}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}

interface LineProps {
  fields: readonly FieldJson[]
  condition: Condition
  onChange: (condition: Condition) => void
  onRemove: () => void
}

function Line({ fields, condition, onChange, onRemove }: LineProps) {
  const field = fields.find(({ name }) => name === condition.field)
  const choose = (name: string) => {
    const chosen = fields.find((one) => one.name === name)
    if (chosen) onChange(conditionOn(chosen, condition))
  }
  const ask = (operator: string) => {
    const known = operatorsOf(field?.kind).find((one) => one === operator)
    if (field && known) onChange(conditionOn(field, { ...condition, operator: known }))
  }
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] gap-2 sm:grid-cols-[minmax(0,1fr)_minmax(0,9rem)_minmax(0,1fr)_auto]">
      <Select
        aria-label={t('actions.condition_field')}
        options={fields.map(({ name }) => ({ value: name, label: name }))}
        value={condition.field}
        onChange={choose}
      />
      <div className="sm:order-last">
        <IconButton label={t('actions.remove_condition')} icon={<X />} onClick={onRemove} />
      </div>
      <div className="col-span-2 sm:col-span-1">
        <Select
          aria-label={t('actions.condition_operator')}
          options={operatorsOf(field?.kind).map((one) => ({ value: one, label: operatorWords(one, field?.kind) }))}
          value={condition.operator}
          onChange={ask}
        />
      </div>
      {takesValue(condition) && (
        <div className="col-span-2 sm:col-span-1">
          <Value condition={condition} kind={field?.kind} onChange={(value) => onChange({ ...condition, value })} />
        </div>
      )}
    </li>
  )
}

interface ViewConditionsProps {
  fields: readonly FieldJson[]
  conditions: readonly Condition[]
  onChange: (conditions: Condition[]) => void
}

/** Which rows are in a view: those for which all of it holds. */
export function ViewConditions({ fields, conditions, onChange }: ViewConditionsProps) {
  const [first] = fields
  return (
    <fieldset className="grid min-w-0 gap-2">
      <legend className="mb-1.5 font-medium">{t('tables.view_filter')}</legend>
      {conditions.length === 0 && <p className="text-ink-soft">{t('tables.view_no_filter')}</p>}
      <ul className="grid gap-2">
        {conditions.map((condition, place) => (
          <Line
            // biome-ignore lint/suspicious/noArrayIndexKey: a condition is its place
            key={place}
            fields={fields}
            condition={condition}
            onChange={(changed) => onChange(conditions.with(place, changed))}
            onRemove={() => onChange(conditions.filter((_, other) => other !== place))}
          />
        ))}
      </ul>
      <div>
        <Button size="small" icon={<Plus />} onClick={() => first && onChange([...conditions, conditionOn(first)])}>
          {t('actions.add_condition')}
        </Button>
      </div>
    </fieldset>
  )
}
