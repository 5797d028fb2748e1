import { type Modification, RenderError } from '@pictable/renderer'
import { z } from 'zod'

const modificationSchema: z.ZodType<Modification> = z.looseObject({ name: z.string() })

/** `readModification()` takes JSON such as `{"name": "Title", "text": "Hello"}`. @throws RenderError */
export function readModification(json: unknown): Modification {
  const result = modificationSchema.safeParse(json)
  if (result.success) return result.data
  throw new RenderError(
    'option_invalid',
    'A modification must be an object with the name of a layer and its new properties.',
  )
}
