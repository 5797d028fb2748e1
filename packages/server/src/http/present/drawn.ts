import { contentTypeOf } from '#core/image/image-url.ts'
import type { RenderedFile } from '#core/ports/renderer.ts'

/** A picture that is not kept, inside an answer. */
export function presentDrawn({ format, bytes, widthPx, heightPx }: RenderedFile) {
  const data = `data:${contentTypeOf(format)};base64,${Buffer.from(bytes).toString('base64')}`
  return { format, width: widthPx, height: heightPx, data }
}
