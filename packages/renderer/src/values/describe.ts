import { z } from 'zod/mini'

/** A copy of a schema that JSON Schema says more of. */
export function withMeta<Schema extends z.ZodMiniType>(schema: Schema, meta: z.core.GlobalMeta): Schema {
  const copy = schema.clone()
  z.globalRegistry.add<z.ZodMiniType>(copy, meta)
  return copy
}

/** Says what a property is for. `z.describe()` is a check, which would run at each parse. */
export function describe<Schema extends z.ZodMiniType>(schema: Schema, description: string): Schema {
  return withMeta(schema, { description })
}
