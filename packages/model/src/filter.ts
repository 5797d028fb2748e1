import type { FieldRef } from './field.ts'

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

export type Scalar = string | number | boolean

export interface ConditionOf<Ref> {
  field: Ref
  operator: FilterOperator
  /** A list for `one_of`; none where the operator says it all. */
  value?: Scalar | readonly Scalar[] | undefined
}

/** Which records count: a condition, or a group of which all (`and`) or any (`or`) must match. */
export type FilterOf<Ref> = { and: readonly FilterOf<Ref>[] } | { or: readonly FilterOf<Ref>[] } | ConditionOf<Ref>

/** By the fields of a table. */
export type Filter = FilterOf<FieldRef>

export const MAX_CONDITIONS = 50
/** Groups within groups. */
export const MAX_FILTER_DEPTH = 4

/** The conditions of a filter, whatever groups they are in. */
export function conditionsOf<Ref>(filter: FilterOf<Ref>): ConditionOf<Ref>[] {
  if ('and' in filter) return filter.and.flatMap(conditionsOf)
  return 'or' in filter ? filter.or.flatMap(conditionsOf) : [filter]
}

/** The filter with every condition replaced. */
export function mapConditions<From, To>(
  filter: FilterOf<From>,
  change: (condition: ConditionOf<From>, path: readonly (string | number)[]) => ConditionOf<To>,
  path: readonly (string | number)[] = [],
): FilterOf<To> {
  if ('and' in filter) return { and: filter.and.map((each, n) => mapConditions(each, change, [...path, 'and', n])) }
  if ('or' in filter) return { or: filter.or.map((each, n) => mapConditions(each, change, [...path, 'or', n])) }
  return change(filter, path)
}
