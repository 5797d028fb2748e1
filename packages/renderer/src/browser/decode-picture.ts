import type { BoundedCache } from '#renderer/caches/bounded-cache.ts'
import { contextOf, createCanvas, pixelsOf } from '#renderer/canvas/browser.ts'
import type { Pixels } from '#renderer/canvas/canvas.ts'
import { RenderError } from '#renderer/errors/render-error.ts'
import { isCutShort } from '#renderer/pictures/cut-short.ts'
import { coverOf, type DrawnSize } from '#renderer/pictures/drawn-size.ts'
import { type ImageType, isSvg } from '#renderer/pictures/image-type.ts'
import { checkPicture, checkPixels, unreadable } from '#renderer/pictures/picture-bounds.ts'
import type { SvgFonts } from './svg-text.ts'

interface Decoding extends SvgFonts {
  /** Pictures in full size: while a layer is resized, each frame needs another size of the same one. */
  readonly opened: BoundedCache<Uint8Array, ImageBitmap>
}

/**
 * Decodes a picture, turned as its EXIF says, and resizes it to the size at which it is drawn; an SVG is drawn at that
 * size. Throws a RenderError whose message goes on after "the image in layer …".
 */
export async function decodePicture(
  bytes: Uint8Array,
  size: DrawnSize,
  { opened, ...fonts }: Decoding,
): Promise<Pixels> {
  // Most templates have none, and making them safe takes much code.
  if (isSvg(bytes)) return (await import('./draw-svg.ts')).drawSvg(bytes, size, fonts)
  if (size.recolor) {
    throw new RenderError('image_type', 'is not an SVG, so its colours cannot be changed; use an image layer for it')
  }
  const known = opened.get(bytes)
  if (known) return resized(known, size)
  const type = checkPicture(bytes)
  // Browsers draw what there is of a picture and say nothing.
  if (isCutShort(bytes, type)) throw unreadable(new Error('its end is missing'), true)
  const picture = await openPicture(bytes, type)
  checkPixels(picture)
  opened.set(bytes, picture)
  return resized(picture, size)
}

async function openPicture(bytes: Uint8Array, type: ImageType): Promise<ImageBitmap> {
  try {
    return await createImageBitmap(new Blob([new Uint8Array(bytes)], { type: `image/${type}` }))
  } catch (error) {
    throw unreadable(error, false)
  }
}

function resized(picture: ImageBitmap, size: DrawnSize): Pixels {
  const { width, height } = picture
  if (size.fit !== 'cover') {
    const ratio = Math.min(size.widthPx / width, size.heightPx / height)
    const side = (length: number) => Math.max(1, Math.round(length * ratio))
    const [widthPx, heightPx] = size.fit === 'contain' ? [side(width), side(height)] : [size.widthPx, size.heightPx]
    return drawn(picture, { left: 0, top: 0, width: widthPx, height: heightPx }, { widthPx, heightPx })
  }
  return drawn(picture, coverOf(picture, size), size)
}

interface Cover {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

function drawn(
  picture: ImageBitmap,
  { left, top, width, height }: Cover,
  { widthPx, heightPx }: { widthPx: number; heightPx: number },
): Pixels {
  const canvas = createCanvas(widthPx, heightPx)
  const context = contextOf(canvas)
  context.imageSmoothingQuality = 'high'
  context.drawImage(picture, -left, -top, width, height)
  return pixelsOf(canvas)
}
