import { type Modification, RenderError, type Value } from '@pictable/renderer'
import { z } from 'zod'

const valueSchema: z.ZodType<Value> = z.lazy(() =>
  z.union([z.string(), z.number(), z.boolean(), z.null(), z.array(valueSchema)]),
)

const modificationSchema: z.ZodType<Modification> = z
  .object({ name: z.string() })
  .catchall(z.union([valueSchema, z.record(z.string(), z.unknown())]))

/** `readModification()` takes JSON such as `{"name": "Title", "text": "Hello"}`. @throws RenderError */
export function readModification(json: unknown): Modification {
  const result = modificationSchema.safeParse(json)
  if (result.success) return result.data
  throw new RenderError('option_invalid', 'A modification is an object with the name of a layer and properties of it.')
}
