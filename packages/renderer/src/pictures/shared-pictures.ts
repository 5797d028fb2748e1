import type { Pixels } from '#renderer/canvas/canvas.ts'
import { decodeImage } from './decode-image.ts'
import type { DrawnSize } from './drawn-size.ts'

/** Pictures that several renders show at the same size, such as those of one record: each is decoded once. */
export interface SharedPictures {
  /** As the platform decodes it; `src` names the bytes. */
  decode(src: string, bytes: Uint8Array, size: DrawnSize): Promise<Pixels>
}

/** Of all pictures that are kept. */
const MAX_KEPT_PIXELS = 16_000_000

/**
 * Makes a place for the pictures of renders that belong together; it lives as long as these. Nothing is scaled from a
 * picture that another render has scaled before: an image has the same bytes whether it is rendered with others or alone.
 */
export function createSharedPictures(): SharedPictures {
  const kept = new Map<string, Promise<Pixels>>()
  let keptPixels = 0
  return {
    decode(src, bytes, size) {
      const key = JSON.stringify([src, size])
      const known = kept.get(key)
      if (known) return known
      const decoded = decodeImage(bytes, size)
      keptPixels += size.widthPx * size.heightPx
      if (keptPixels <= MAX_KEPT_PIXELS) kept.set(key, decoded)
      return decoded
    },
  }
}
