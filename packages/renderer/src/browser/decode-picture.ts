import { contextOf, createCanvas, pixelsOf } from '#renderer/canvas/browser.ts'
import type { Pixels } from '#renderer/canvas/canvas.ts'
import { RenderError } from '#renderer/errors/render-error.ts'
import { isCutShort } from '#renderer/pictures/cut-short.ts'
import { coverOf, type DrawnSize } from '#renderer/pictures/drawn-size.ts'
import { headerSize } from '#renderer/pictures/header-size.ts'
import { type ImageType, isSvg } from '#renderer/pictures/image-type.ts'
import { checkPicture, checkPixels, unreadable } from '#renderer/pictures/picture-bounds.ts'
import { createOpenedPictures, type Opened, type OpenedPictures } from './opened-pictures.ts'
import { script } from './script.ts'
import type { SvgFonts } from './svg-text.ts'

interface Decoding extends SvgFonts {
  readonly opened: OpenedPictures
}

export type PictureDecoder = (bytes: Uint8Array, size: DrawnSize) => Promise<Pixels>

export function createPictureDecoder(fonts: SvgFonts): PictureDecoder {
  const opened = createOpenedPictures()
  return (bytes, size) => decodePicture(bytes, size, { ...fonts, opened })
}

/** Smaller ones are opened in full size: they are soon resized. */
const LARGE_PIXELS = 2_000_000
/** Where more is needed, a picture is opened in full size, as the server does. */
const MAX_SCALE = 0.25

/**
 * Decodes a picture, turned as its EXIF says, and resizes it to the size at which it is drawn; an SVG is drawn at that
 * size. Throws a RenderError whose message goes on after "the image in layer …".
 */
async function decodePicture(bytes: Uint8Array, size: DrawnSize, { opened, ...fonts }: Decoding): Promise<Pixels> {
  // Most templates have none, and making them safe takes much code.
  if (isSvg(bytes)) return (await script(() => import('./draw-svg.ts'))).drawSvg(bytes, size, fonts)
  if (size.recolor) {
    throw new RenderError('image_type', 'is not an SVG, so its colours cannot be changed; use an image layer for it')
  }
  const known = opened.get(bytes, 1)
  if (known) return resized(known, size)
  const type = checkPicture(bytes)
  const whole = headerSize(bytes, type)
  const scale = whole ? scaleFor(whole, size) : 1
  return resized(await opened.open(bytes, scale, () => open(bytes, type, scale)), size)
}

async function open(bytes: Uint8Array, type: ImageType, scale: number): Promise<Opened> {
  const whole = headerSize(bytes, type)
  // Browsers draw what there is of a picture and say nothing.
  if (isCutShort(bytes, type)) throw unreadable(new Error('its end is missing'), true)
  if (whole) checkPixels(whole)
  const full = await openPicture(bytes, type)
  checkPixels(full)
  const natural = { width: full.width, height: full.height }
  return { picture: scale < 1 ? await shrunk(full, scale) : full, scale, natural }
}

/** The least power of two at which there are pixels enough, whichever way the picture is turned. */
function scaleFor(whole: { width: number; height: number }, { widthPx, heightPx, zoom = 1 }: DrawnSize): number {
  if (whole.width * whole.height < LARGE_PIXELS) return 1
  const needed = (Math.max(widthPx, heightPx) * zoom) / Math.min(whole.width, whole.height)
  return needed > MAX_SCALE ? 1 : 2 ** Math.ceil(Math.log2(needed))
}

async function openPicture(bytes: Uint8Array, type: ImageType): Promise<ImageBitmap> {
  try {
    return await createImageBitmap(new Blob([new Uint8Array(bytes)], { type: `image/${type}` }))
  } catch (error) {
    throw unreadable(error, false)
  }
}

/** Once it is turned: only then is it known which side is which. */
async function shrunk(full: ImageBitmap, scale: number): Promise<ImageBitmap> {
  const side = (length: number) => Math.ceil(length * scale)
  // Halved again and again: `high` would look at a few pixels of the many that become one.
  const resizeQuality = 'medium'
  try {
    return await createImageBitmap(full, {
      resizeWidth: side(full.width),
      resizeHeight: side(full.height),
      resizeQuality,
    })
  } finally {
    full.close()
  }
}

function resized(opened: Opened, size: DrawnSize): Pixels {
  const { picture } = opened
  const { width, height } = picture
  if (size.fit !== 'cover') {
    const ratio = Math.min(size.widthPx / width, size.heightPx / height)
    const side = (length: number) => Math.max(1, Math.round(length * ratio))
    const [widthPx, heightPx] = size.fit === 'contain' ? [side(width), side(height)] : [size.widthPx, size.heightPx]
    return drawn(opened, { left: 0, top: 0, width: widthPx, height: heightPx }, { widthPx, heightPx })
  }
  return drawn(opened, coverOf(picture, size), size)
}

interface Cover {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

function drawn(
  { picture, natural }: Opened,
  { left, top, width, height }: Cover,
  { widthPx, heightPx }: { widthPx: number; heightPx: number },
): Pixels {
  const canvas = createCanvas(widthPx, heightPx)
  const context = contextOf(canvas)
  context.imageSmoothingQuality = 'high'
  context.drawImage(picture, -left, -top, width, height)
  return pixelsOf(canvas, { natural })
}
