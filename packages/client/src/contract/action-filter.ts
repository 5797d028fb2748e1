import { type FilterOperator, filterOperators } from '@pictable/model/filter'
import { z } from 'zod'
import { sourceName } from './primitives.ts'

const scalar = z.union([z.string().max(1000), z.number(), z.boolean()])

const value = z
  .union([scalar, z.array(scalar).min(1).max(500)])
  .exactOptional()
  .meta({
    description:
      'A list for `one_of`; omit for `empty`, `not_empty`, `checked`, `not_checked`. Times: `2026-12-31`, `2026-12-31T18:00:00Z`, `today`, `today+7`, `today-30` (UTC). Text comparisons ignore case',
  })

type Value = z.output<typeof scalar>

/** Groups within groups, at most four deep, with at most 50 conditions in all. */
type Filter<Field> =
  | { and: Filter<Field>[] }
  | { or: Filter<Field>[] }
  | { field: Field; operator: FilterOperator; value?: Value | Value[] }

function filterOf<Field>(field: z.ZodType<Field, Field>, id: string): z.ZodType<Filter<Field>, Filter<Field>> {
  const members = z.lazy(() => z.array(filter).min(1).max(50))
  const condition = z.strictObject({ field, operator: z.enum(filterOperators), value })
  const filter: z.ZodType<Filter<Field>, Filter<Field>> = z
    .union([z.strictObject({ and: members }), z.strictObject({ or: members }), condition])
    .meta({ id, description: 'A condition, or a group of conditions of which all (`and`) or any (`or`) must match' })
  return filter
}

export const actionFilter = filterOf(z.strictObject({ id: z.string(), name: z.string() }), 'Filter')

export const actionFilterDraft = filterOf(sourceName.meta({ description: 'Id or name' }), 'FilterDraft')
