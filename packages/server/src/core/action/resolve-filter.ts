import { pointer } from '#core/pointer.ts'
import { conditionsOf, type Filter, type FilterOf, mapConditions, problemOfCondition } from './filter.ts'
import { findFieldOr, type Present } from './resolve-mapping.ts'

const mostConditions = 50
const deepest = 4

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
  if (conditionsOf(draft).length > mostConditions) refuse(`must have at most ${mostConditions} conditions`)
  if (depthOf(draft) > deepest) refuse(`must have groups within groups at most ${deepest} deep`)
  return mapConditions(draft, ({ field: name, ...condition }, path) => {
    const field = findFieldOr(present, name, pointer('filter', ...path, 'field'))
    if (field === undefined) return { field: { id: name, name }, ...condition }
    const problem = problemOfCondition(field, condition)
    if (problem !== null) refuse(problem.detail, ...path, problem.key)
    return { field: { id: field.id, name: field.name }, ...condition }
  })
}
