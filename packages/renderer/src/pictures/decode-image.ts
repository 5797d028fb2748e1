import sharp, { type Metadata, type Sharp } from 'sharp'
import type { Pixels } from '#renderer/canvas/canvas.ts'
import { RenderError } from '#renderer/render-error.ts'
import { isCutShort } from './cut-short.ts'
import { describeBytes, type ImageType, imageType } from './image-type.ts'

/** Bounds of a source picture. */
export const MAX_IMAGE_BYTES = 25_000_000
export const MAX_IMAGE_PIXELS = 50_000_000

const loaders = ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif'].map((name) => `VipsForeignLoad${name}`)

// Bytes are told apart before sharp sees them; this closes every other way to its many loaders.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: loaders })
sharp.cache(false)
sharp.concurrency(1)

/** The size at which a picture is drawn, in pixels of the output. */
export interface DrawnSize {
  readonly widthPx: number
  readonly heightPx: number
  readonly fit: 'cover' | 'contain' | 'fill'
  readonly focalPoint: { readonly x: number; readonly y: number }
}

/**
 * Decodes the first frame of a picture, turned as its EXIF says, and resizes it in one go to the size at which it is
 * drawn. Throws a RenderError whose message goes on after "the image in layer …".
 */
export async function decodeImage(bytes: Uint8Array, size: DrawnSize): Promise<Pixels> {
  const type = check(bytes)
  try {
    const picture = sharp(bytes, { failOn: 'truncated', limitInputPixels: MAX_IMAGE_PIXELS, pages: 1 })
    const source = dimensions(await picture.metadata())
    const { data, info } = await resized(picture.autoOrient(), source, size)
      .toColourspace('srgb')
      .ensureAlpha()
      .raw({ depth: 'uchar' })
      .toBuffer({ resolveWithObject: true })
    const pixels = new Uint8ClampedArray(data.buffer, data.byteOffset, data.byteLength)
    return { data: pixels, widthPx: info.width, heightPx: info.height }
  } catch (error) {
    throw error instanceof RenderError ? error : unreadable(error, isCutShort(bytes, type))
  }
}

function check(bytes: Uint8Array): ImageType {
  if (bytes.length === 0) throw new RenderError('image_empty', 'is empty (0 bytes); upload it again')
  if (bytes.length > MAX_IMAGE_BYTES) {
    throw new RenderError(
      'image_too_large',
      `is ${megabytes(bytes.length)} MB; ${megabytes(MAX_IMAGE_BYTES)} MB is the most: save it smaller`,
    )
  }
  const type = imageType(bytes)
  if (!type) throw new RenderError('image_type', `is not a picture (${describeBytes(bytes)})`)
  return type
}

function dimensions({ autoOrient, width, height }: Metadata): { width: number; height: number } {
  if (width * height > MAX_IMAGE_PIXELS) throw new RenderError('image_too_large', tooManyPixels)
  return autoOrient
}

/** sharp's own fits, because only those make use of decoders that can shrink; the cut follows the focal point. */
function resized(picture: Sharp, source: { width: number; height: number }, size: DrawnSize): Sharp {
  const { widthPx, heightPx, fit, focalPoint } = size
  if (fit !== 'cover') return picture.resize(widthPx, heightPx, { fit: fit === 'contain' ? 'inside' : 'fill' })
  const ratio = Math.max(widthPx / source.width, heightPx / source.height)
  const left = cutStart(source.width * ratio, widthPx, focalPoint.x)
  const top = cutStart(source.height * ratio, heightPx, focalPoint.y)
  return picture.resize(widthPx, heightPx, { fit: 'outside' }).extract({ left, top, width: widthPx, height: heightPx })
}

/** Where to cut so that the focal point comes to the middle, as far as the picture allows. */
function cutStart(wholeLength: number, keptPx: number, focal: number): number {
  // Half a pixel goes down: sharp rounds it either way, and the cut must not leave the picture.
  const whole = Math.max(keptPx, Math.ceil(wholeLength - 0.5))
  return Math.min(Math.max(0, Math.round(whole * focal - keptPx / 2)), whole - keptPx)
}

const tooManyPixels = `has more than ${MAX_IMAGE_PIXELS / 1_000_000} million pixels; save it smaller`

function unreadable(error: unknown, isCut: boolean): RenderError {
  const message = error instanceof Error ? error.message : String(error)
  if (/pixel limit/i.test(message)) return new RenderError('image_too_large', tooManyPixels, { cause: error })
  if (isCut) {
    const advice = 'is incomplete: its end is missing; upload it again'
    return new RenderError('image_truncated', advice, { cause: error })
  }
  return new RenderError('image_broken', 'is damaged and cannot be read; open it in an image editor and save it anew', {
    cause: error,
  })
}

function megabytes(bytes: number): number {
  return Math.round(bytes / 100_000) / 10
}
