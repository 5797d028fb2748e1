import type { RenderedFile } from '#renderer/job.ts'
import { openRgba } from '#renderer/pictures/open-rgba.ts'
import { isOpaquePaint } from '#renderer/properties/paint.ts'
import type { Checked } from './check.ts'
import type { Drawn } from './draw.ts'
import type { Filled } from './fill.ts'
import type { Placed } from './place.ts'

export interface Encoded {
  readonly files: RenderedFile[]
}

/** Makes the files. Where a format knows no transparency, white shines through. */
export async function encode(state: Checked & Filled & Placed & Drawn): Promise<Encoded> {
  const { widthPx, heightPx, drawing, outputs, placed, scale } = state
  const opaque = isOpaquePaint(drawing.background)
  const photoPixels = placed.reduce((sum, { layer, drawable }) => {
    return sum + (layer.content?.image ? drawable.width * drawable.height * scale * scale : 0)
  }, 0)
  const files = outputs.map(async ({ format, kind, encode }) => {
    const ground = opaque ? 'opaque' : kind.transparent ? 'transparent' : 'white'
    const picture = openRgba(state.rgba, { widthPx, heightPx, ground })
    const bytes = await encode(picture, photoPixels / (widthPx * heightPx)).toBuffer()
    return { format, bytes, widthPx, heightPx }
  })
  return { files: await Promise.all(files) }
}
