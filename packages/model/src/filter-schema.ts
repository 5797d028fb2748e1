import { z } from 'zod'
import { type FilterOf, filterOperators, MAX_CONDITIONS } from './filter.ts'
import type { ObjectOf } from './object-of.ts'

const scalar = z.union([z.string().max(1000), z.number(), z.boolean()])

const value = z
  .union([scalar, z.array(scalar).min(1).max(500)])
  .exactOptional()
  .meta({
    description:
      'A list for `one_of`; omit for `empty`, `not_empty`, `checked`, `not_checked`. Times: `2026-12-31`, `2026-12-31T18:00:00Z`, `today`, `today+7`, `today-30` (UTC). Text comparisons ignore case',
  })

/** The schema of a filter whose conditions name fields as `field` does; `id` is its name in OpenAPI. */
export function filterSchema<Ref>(
  object: ObjectOf,
  field: z.ZodType<Ref, Ref>,
  id?: string,
): z.ZodType<FilterOf<Ref>, FilterOf<Ref>> {
  const members = z.lazy(() => z.array(filter).min(1).max(MAX_CONDITIONS))
  const condition = object({ field, operator: z.enum(filterOperators), value })
  const filter: z.ZodType<FilterOf<Ref>, FilterOf<Ref>> = z
    .union([object({ and: members }), object({ or: members }), condition])
    .meta({
      ...(id !== undefined && { id }),
      description: 'A condition, or a group of conditions of which all (`and`) or any (`or`) must match',
    })
  return filter
}
