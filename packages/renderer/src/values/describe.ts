import { z } from 'zod'

/** Says what a property is for. */
export function describe<Schema extends z.ZodType>(schema: Schema, description: string): Schema {
  const copy = schema.clone()
  z.globalRegistry.add<z.ZodType>(copy, { description })
  return copy
}
