import { z } from 'zod'
import type { FieldRef } from './field.ts'
import type { ObjectOf } from './object-of.ts'

/** What a check of a field found; `warning`: some records cannot be written. */
const fieldCheckResults = ['passed', 'warning', 'failed', 'unknown'] as const

/** Whether the results of an action can be written into its fields, each named as `field` does. */
export const writeCheckShape = (object: ObjectOf, field: z.ZodType<FieldRef>) => ({
  checkedAt: z.iso.datetime(),
  fields: z.array(
    object({
      field,
      result: z.enum(fieldCheckResults).meta({
        description:
          '`passed`: access, type, length and options suit. `warning`: some records cannot be written. `failed`: no record can be written. `unknown`: the table does not say',
      }),
      message: z.string().nullable().meta({ description: 'Cause, and what to do. null if the check passed' }),
    }),
  ),
})

export type WriteCheck = z.output<z.ZodObject<ReturnType<typeof writeCheckShape>>>

export type FieldCheck = WriteCheck['fields'][number]
