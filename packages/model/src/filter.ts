/** What a condition asks of the values of a field. */
export const filterOperators = [
  'equals',
  'not_equals',
  'contains',
  'not_contains',
  'one_of',
  'empty',
  'not_empty',
  'greater',
  'greater_or_equal',
  'less',
  'less_or_equal',
  'before',
  'after',
  'checked',
  'not_checked',
] as const

export type FilterOperator = (typeof filterOperators)[number]

/** Operators without a value. */
export const operatorsWithoutValue: ReadonlySet<FilterOperator> = new Set([
  'empty',
  'not_empty',
  'checked',
  'not_checked',
])
