import { RenderError } from '#renderer/errors/render-error.ts'
import { describeBytes, type ImageType, imageType } from './image-type.ts'

/** Bounds of a source picture. */
export const MAX_IMAGE_BYTES = 25_000_000
export const MAX_IMAGE_PIXELS = 50_000_000

/** Throws a RenderError for a file that is empty or larger than what is read. */
export function checkLength(bytes: number): void {
  if (bytes === 0) throw new RenderError('image_empty', 'is empty (0 bytes); replace the file')
  if (bytes > MAX_IMAGE_BYTES) {
    throw new RenderError(
      'image_too_large',
      `has ${megabytes(bytes)} MB; the maximum is ${megabytes(MAX_IMAGE_BYTES)} MB: save it smaller`,
    )
  }
}

/** The kind of a picture by its bytes. Throws a RenderError when they are none, or too many. */
export function checkPicture(bytes: Uint8Array): ImageType {
  checkLength(bytes.length)
  const type = imageType(bytes)
  if (!type) throw new RenderError('image_type', `is not a picture (${describeBytes(bytes)})`)
  return type
}

/** Throws a RenderError when a picture has more pixels than are decoded. */
export function checkPixels({ width, height }: { width: number; height: number }): void {
  if (width * height > MAX_IMAGE_PIXELS) throw new RenderError('image_too_large', tooManyPixels)
}

const tooManyPixels = `has more than ${MAX_IMAGE_PIXELS / 1_000_000} million pixels; save it smaller`

/** Why a picture could not be decoded, in words for whoever chose it. */
export function unreadable(error: unknown, isCut: boolean): RenderError {
  const message = error instanceof Error ? error.message : String(error)
  if (/pixel limit/i.test(message)) return new RenderError('image_too_large', tooManyPixels, { cause: error })
  if (isCut) {
    const advice = 'is incomplete: its end is missing; replace the file'
    return new RenderError('image_truncated', advice, { cause: error })
  }
  return new RenderError(
    'image_broken',
    'is damaged and cannot be read; open it in an image editor and save it again',
    {
      cause: error,
    },
  )
}

function megabytes(bytes: number): number {
  return Math.round(bytes / 100_000) / 10
}
