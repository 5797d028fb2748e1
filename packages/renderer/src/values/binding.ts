import { z } from 'zod/mini'
import { describe, withMeta } from './describe.ts'
import { formatSchema } from './format.ts'
import { isNameOfValue, RESERVED_NAME } from './value.ts'

const variableName = z.string().check(z.minLength(1), z.maxLength(200), z.refine(isNameOfValue, RESERVED_NAME))

/**
 * Takes the place of any property: the value of a variable, or of several as a list. `fallback` is used when the value
 * is empty; formats are applied in order.
 */
export const bindingSchema = z
  .strictObject({
    bind: z
      .union([variableName, z.array(variableName).check(z.minLength(1), z.maxLength(20))])
      .apply(describe, 'Name of the value, or several names for a list of their values'),
    fallback: z
      .optional(z.union([z.string(), z.number(), z.boolean(), z.null()]))
      .apply(describe, 'Used when the value is empty'),
    format: z
      .optional(z.union([formatSchema, z.array(formatSchema).check(z.minLength(1), z.maxLength(5))]))
      .apply(describe, 'Format of the value as text. Several formats are applied in order'),
  })
  .apply(withMeta, { id: 'Binding' })

export type Binding = z.output<typeof bindingSchema>
/** A binding as a person may write it. */
export type BindingInput = z.input<typeof bindingSchema>

/** True for JSON that claims to be a binding, right or wrong. */
export function looksBound(json: unknown): json is { bind: unknown } {
  return typeof json === 'object' && json !== null && Object.hasOwn(json, 'bind')
}
