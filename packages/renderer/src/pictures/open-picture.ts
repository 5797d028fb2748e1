import type { Metadata, Sharp } from 'sharp'
import { RenderError } from '#renderer/render-error.ts'
import { isCutShort } from './cut-short.ts'
import { describeBytes, type ImageType, imageType } from './image-type.ts'
import { sharp } from './safe-sharp.ts'

/** Bounds of a source picture. */
export const MAX_IMAGE_BYTES = 25_000_000
const MAX_IMAGE_PIXELS = 50_000_000

/** A picture made of pixels, its size known to be within bounds. */
export interface OpenPicture {
  readonly type: ImageType
  readonly picture: Sharp
  readonly metadata: Metadata
}

/** Opens bytes and hands on what `use` makes of them. Throws a RenderError whose message goes on after "the image in layer …". */
export async function openPicture<Result>(
  bytes: Uint8Array,
  use: (opened: OpenPicture) => Promise<Result>,
): Promise<Result> {
  const type = check(bytes)
  try {
    const picture = sharp(bytes, { failOn: 'truncated', limitInputPixels: MAX_IMAGE_PIXELS, pages: 1 })
    const metadata = await picture.metadata()
    if (metadata.width * metadata.height > MAX_IMAGE_PIXELS) throw new RenderError('image_too_large', tooManyPixels)
    return await use({ type, picture, metadata })
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
