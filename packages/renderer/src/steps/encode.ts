import type { RenderedFile } from '#renderer/jobs/job.ts'
import type { Started } from '#renderer/jobs/prepared.ts'
import { makePreview, type PreviewFile, previewSize } from '#renderer/pictures/make-preview.ts'
import { openRaw } from '#renderer/pictures/open-raw.ts'
import { isOpaquePaint, isPicture } from '#renderer/properties/paint.ts'
import type { Checked, Output } from './check.ts'
import type { Drawn } from './draw.ts'
import type { Filled } from './fill.ts'
import type { Placed } from './place.ts'

export interface Encoded {
  readonly files: RenderedFile[]
  readonly thumbnail?: RenderedFile
  readonly preview?: RenderedFile
}

/** Pictures that differ in nothing but their size share one, unless theirs would be smaller. */
function previewOf(
  { job: { values, modifications, region, pictures }, prepared: { key } }: Started,
  picture: Parameters<typeof makePreview>[0],
): Promise<PreviewFile> {
  if (!pictures || region || key === undefined) return makePreview(picture)
  const { widthPx, heightPx } = previewSize(picture)
  const of = JSON.stringify([key, values, modifications, picture.opaque, widthPx, heightPx])
  return pictures.preview(of, () => makePreview(picture))
}

/** Makes the files, all of the same pixels. */
export async function encode(state: Started & Checked & Filled & Placed & Drawn): Promise<Encoded> {
  const { drawing, outputs, placed, scale } = state
  const { widthPx, heightPx } = state.part
  const opaque = isOpaquePaint(drawing.background)
  const photoPixels = placed.reduce(
    (sum, { layer, drawable }) => {
      const hasPicture = layer.content?.image || layer.content?.paints?.size
      return sum + (hasPicture ? drawable.width * drawable.height * scale * scale : 0)
    },
    isPicture(drawing.background) ? widthPx * heightPx : 0,
  )
  const photoShare = photoPixels / (state.widthPx * state.heightPx)
  const open = () => openRaw(state.frame.pixels, { widthPx, heightPx, opaque })
  const make = async ({ format, encode, widthPx: width = widthPx }: Output): Promise<RenderedFile> => {
    const whole = open()
    const height = Math.max(1, Math.round((heightPx * width) / widthPx))
    const picture = width === widthPx ? whole : whole.resize(width, height, { fit: 'fill' })
    return { format, bytes: await encode(picture, photoShare).toBuffer(), widthPx: width, heightPx: height }
  }
  const [files, thumbnail, preview] = await Promise.all([
    Promise.all(outputs.map(make)),
    state.thumbnail && make(state.thumbnail),
    state.preview === true && previewOf(state, { open, opaque, widthPx, heightPx }),
  ])
  state.frame.release()
  return { files, ...(thumbnail && { thumbnail }), ...(preview && { preview }) }
}
