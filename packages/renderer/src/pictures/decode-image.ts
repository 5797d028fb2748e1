import type { Sharp } from 'sharp'
import type { Pixels } from '#renderer/canvas/canvas.ts'
import { RenderError } from '#renderer/errors/render-error.ts'
import { coverOf, type DrawnSize } from './drawn-size.ts'
import { headerSize } from './header-size.ts'
import { type ImageType, imageType, isSvg } from './image-type.ts'
import { openPicture } from './open-picture.ts'
import { sharp } from './safe-sharp.ts'

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
  return openPicture(bytes, async ({ picture, type }) => {
    const natural = await naturalOf(picture, { bytes, type, size })
    return { ...(await pixelsOf(await resized(picture.autoOrient(), size))), natural }
  })
}

/** The size of a picture once it is turned, and as it is stored where that is enough: which side is which takes longer. */
async function naturalOf(
  picture: Sharp,
  { bytes, type, size }: { bytes: Uint8Array; type: ImageType; size: DrawnSize },
): Promise<NonNullable<Pixels['natural']>> {
  const stored = headerSize(bytes, type)
  const longest = Math.max(size.widthPx, size.heightPx) * (size.zoom ?? 1)
  if (stored && longest <= Math.min(stored.width, stored.height)) return stored
  const { width, height } = (await picture.metadata()).autoOrient
  return { width, height }
}

/** From three times smaller on, the decoder of a JPEG makes it smaller while it reads it. With room for rounding. */
const MAX_WHOLE_SHRINK = 2.9

/** A JPEG that is read once for several sizes. */
export interface WholePicture {
  /** How many it has: they are kept from the first `decode()` on. */
  pixels: number
  /** Whether the same pixels come of it at this size as of its bytes: its decoder would read the whole picture too. */
  fits(size: DrawnSize): boolean
  /** Throws as `decodeImage()`. */
  decode(size: DrawnSize): Promise<Pixels>
}

/** null for a picture of another kind, and for one that has to be turned. Throws as `decodeImage()`. */
export async function openWhole(bytes: Uint8Array): Promise<WholePicture | null> {
  if (imageType(bytes) !== 'jpeg') return null
  const {
    width,
    height,
    channels,
    space,
    orientation = 1,
  } = await openPicture(bytes, ({ picture }) => picture.metadata())
  if (channels !== 3 || space !== 'srgb' || orientation !== 1) return null
  let whole: Promise<Pixels> | undefined
  const shrinkOf = ({ widthPx, heightPx, zoom = 1 }: DrawnSize) => Math.max(width / widthPx, height / heightPx) / zoom
  return {
    pixels: width * height,
    fits: (size) => !size.recolor && shrinkOf(size) < MAX_WHOLE_SHRINK,
    async decode(size) {
      whole ??= openPicture(bytes, ({ picture }) => pixelsOf(picture))
      const { data, widthPx, heightPx } = await whole
      const raw = { width: widthPx, height: heightPx, channels: 3 as const }
      return { ...(await pixelsOf(await resized(sharp(data, { raw }), size))), natural: { width, height } }
    },
  }
}

/** The pixels of a picture as they are drawn. */
async function pixelsOf(picture: Sharp): Promise<Pixels> {
  const { data, info } = await picture
    .toColourspace('srgb')
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true })
  const pixels = new Uint8ClampedArray(data.buffer, data.byteOffset, data.byteLength)
  return { data: pixels, opaque: info.channels === 3, widthPx: info.width, heightPx: info.height }
}

/** sharp's own fits, because only those make use of decoders that can shrink; the cut follows the focal point. */
async function resized(picture: Sharp, size: DrawnSize): Promise<Sharp> {
  const { widthPx, heightPx, fit, focalPoint, zoom = 1 } = size
  if (fit !== 'cover') return picture.resize(widthPx, heightPx, { fit: fit === 'contain' ? 'inside' : 'fill' })
  // What is cut around its middle is opened once only.
  if (focalPoint.x === 0.5 && focalPoint.y === 0.5 && zoom === 1) return picture.resize(widthPx, heightPx)
  const { left, top, width, height } = coverOf((await picture.metadata()).autoOrient, size)
  if (zoom !== 1) {
    return picture.resize(width, height, { fit: 'fill' }).extract({ left, top, width: widthPx, height: heightPx })
  }
  return picture.resize(widthPx, heightPx, { fit: 'outside' }).extract({ left, top, width: widthPx, height: heightPx })
}
