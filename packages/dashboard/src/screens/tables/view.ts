import type { FieldJson, TableJson } from './grid/table.ts'

export type ViewJson = TableJson['views'][number]
export type Condition = ViewJson['filters'][number]
export type Operator = Condition['operator']

/** A view as it is typed. */
export type ViewDraft = Omit<ViewJson, 'id'>

const withoutValue: ReadonlySet<Operator> = new Set(['empty', 'not_empty'])
const ofAmounts = ['equals', 'not_equals', 'greater', 'less', 'empty', 'not_empty'] as const
const ofTexts = ['contains', 'equals', 'not_equals', 'empty', 'not_empty'] as const

const byKind: Readonly<Record<string, readonly Operator[]>> = {
  number: ofAmounts,
  date: ofAmounts,
  date_time: ofAmounts,
  checkbox: ['equals'],
  attachments: ['not_empty', 'empty'],
}

export const takesValue = ({ operator }: Condition): boolean => !withoutValue.has(operator)

/** What can be asked of cells of the kind, the likeliest first. */
export function operatorsOf(kind: string | undefined): readonly Operator[] {
  return byKind[kind ?? 'text'] ?? ofTexts
}

/** A condition that can be asked of the field, with as much of the one before as still fits. */
export function conditionOn({ name, kind }: FieldJson, before?: Partial<Condition>): Condition {
  const known = operatorsOf(kind)
  const operator = known.find((one) => one === before?.operator) ?? known[0] ?? 'not_empty'
  const condition = { field: name, operator }
  if (!takesValue(condition)) return condition
  if (kind === 'checkbox') return { ...condition, value: before?.value !== false }
  return { ...condition, value: typeof before?.value === 'boolean' ? '' : (before?.value ?? '') }
}

/** What the address says of the order, as a view keeps it. */
export function sortIn(sort: string | undefined): ViewJson['sort'] {
  if (sort === undefined) return null
  return sort.startsWith('-')
    ? { field: sort.slice(1), direction: 'descending' }
    : { field: sort, direction: 'ascending' }
}
