import type { Sharp } from 'sharp'
import { RenderError } from '#renderer/errors/render-error.ts'
import { isCutShort } from './cut-short.ts'
import type { ImageType } from './image-type.ts'
import { checkPicture, MAX_IMAGE_PIXELS, unreadable } from './picture-bounds.ts'
import { sharp } from './safe-sharp.ts'

/** A picture made of pixels, which is not decoded when it has more of them than it may. */
export interface OpenPicture {
  readonly type: ImageType
  readonly picture: Sharp
}

/** Opens bytes and hands on what `use` makes of them. Throws a RenderError whose message goes on after "the image in layer …". */
export async function openPicture<Result>(
  bytes: Uint8Array,
  use: (opened: OpenPicture) => Promise<Result>,
): Promise<Result> {
  const type = checkPicture(bytes)
  try {
    const picture = sharp(bytes, { failOn: 'truncated', limitInputPixels: MAX_IMAGE_PIXELS, pages: 1 })
    return await use({ type, picture })
  } catch (error) {
    throw error instanceof RenderError ? error : unreadable(error, isCutShort(bytes, type))
  }
}
