import type { Sharp } from 'sharp'
import type { Pixels } from '#renderer/canvas/canvas.ts'
import { RenderError } from '#renderer/render-error.ts'
import { coverOf, type DrawnSize } from './drawn-size.ts'
import { isSvg } from './image-type.ts'
import { openPicture } from './open-picture.ts'

/**
 * Decodes the first frame of a picture, turned as its EXIF says, and resizes it in one go to the size at which it is
 * drawn; an SVG is drawn at that size. Throws a RenderError whose message goes on after "the image in layer …".
 */
export async function decodeImage(bytes: Uint8Array, size: DrawnSize): Promise<Pixels> {
  // Loaded late: a process is ready sooner without it.
  if (isSvg(bytes)) return (await import('./draw-svg.ts')).drawSvg(bytes, size)
  if (size.recolor) {
    throw new RenderError('image_type', 'is not an SVG, so its colours cannot be changed; use an image layer for it')
  }
  return openPicture(bytes, async ({ picture, metadata }) => {
    const { data, info } = await resized(picture.autoOrient(), metadata.autoOrient, size)
      .toColourspace('srgb')
      .ensureAlpha()
      .raw({ depth: 'uchar' })
      .toBuffer({ resolveWithObject: true })
    const pixels = new Uint8ClampedArray(data.buffer, data.byteOffset, data.byteLength)
    return { data: pixels, widthPx: info.width, heightPx: info.height }
  })
}

/** sharp's own fits, because only those make use of decoders that can shrink; the cut follows the focal point. */
function resized(picture: Sharp, source: { width: number; height: number }, size: DrawnSize): Sharp {
  const { widthPx, heightPx, fit } = size
  if (fit !== 'cover') return picture.resize(widthPx, heightPx, { fit: fit === 'contain' ? 'inside' : 'fill' })
  const { left, top } = coverOf(source, size)
  return picture.resize(widthPx, heightPx, { fit: 'outside' }).extract({ left, top, width: widthPx, height: heightPx })
}
