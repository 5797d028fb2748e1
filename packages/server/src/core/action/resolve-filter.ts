import {
  conditionsOf,
  type Filter,
  type FilterOf,
  MAX_CONDITIONS,
  MAX_FILTER_DEPTH,
  mapConditions,
} from '@pictable/model/filter'
import { pointer } from '#core/pointer.ts'
import { problemOfCondition } from './filter.ts'
import { findFieldOr, type Present } from './find-field.ts'

function depthOf(filter: FilterOf<unknown>): number {
  const members = 'and' in filter ? filter.and : 'or' in filter ? filter.or : []
  return members.length === 0 ? 0 : 1 + Math.max(...members.map(depthOf))
}

/** The filter with its fields found. What cannot be asked of a field is an error that points at it. */
export function resolveFilter(draft: FilterOf<string> | null, present: Present): Filter | null {
  if (draft === null) return null
  const { errors } = present
  const refuse = (detail: string, ...path: readonly (string | number)[]) =>
    void errors.push({ pointer: pointer('filter', ...path), detail })
  if (conditionsOf(draft).length > MAX_CONDITIONS) refuse(`must have at most ${MAX_CONDITIONS} conditions`)
  if (depthOf(draft) > MAX_FILTER_DEPTH) refuse(`must nest groups at most ${MAX_FILTER_DEPTH} levels deep`)
  return mapConditions(draft, ({ field: name, ...condition }, path) => {
    const field = findFieldOr(present, name, pointer('filter', ...path, 'field'))
    if (field === undefined) return { field: { id: name, name }, ...condition }
    const problem = problemOfCondition(field, condition)
    if (problem !== null) refuse(problem.detail, ...path, problem.key)
    return { field: { id: field.id, name: field.name }, ...condition }
  })
}
