import type { Pixels } from '#renderer/canvas/canvas.ts'
import { decodeImage, openWhole, type WholePicture } from './decode-image.ts'
import type { DrawnSize } from './drawn-size.ts'
import type { PreviewFile } from './make-preview.ts'

/** Pictures that several renders show, such as those of one record: each is read as seldom as possible. */
export interface SharedPictures {
  /** As the platform decodes it; `src` names the bytes. */
  decode(src: string, bytes: Uint8Array, size: DrawnSize): Promise<Pixels>
  /** Whether who asks next may get the same pixels. */
  keeps(pixels: Pixels): boolean
  /**
   * One preview for all sizes of a picture, made of the first one: a preview differs from that of the picture alone, if at
   * all, in single shades. `of` names the picture, whatever its size.
   */
  preview(of: string, make: () => Promise<PreviewFile>): Promise<PreviewFile>
}

/** Of all sizes that are kept, and of all pictures that are kept whole. */
const MAX_KEPT_PIXELS = 16_000_000

/**
 * Makes a place for the pictures of renders that belong together; it lives as long as these. A picture is decoded once for
 * each size, and a JPEG once for all sizes for which its decoder would read the whole of it. Nothing is scaled from a picture
 * that was scaled before: an image has the same bytes whether it is rendered with others or alone.
 */
export function createSharedPictures(): SharedPictures {
  const kept = new Map<string, Promise<Pixels>>()
  const shared = new WeakSet<Pixels>()
  const previews = new Map<string, Promise<PreviewFile>>()
  const wholes = new Map<string, Promise<WholePicture | null>>()
  const keptWholes = new Set<string>()
  let keptPixels = 0
  let wholePixels = 0

  /** Whether there is room for the picture beside those that are kept whole; it is taken at once. */
  function keepsWhole(src: string, { pixels }: WholePicture): boolean {
    if (keptWholes.has(src)) return true
    if (wholePixels + pixels > MAX_KEPT_PIXELS) return false
    wholePixels += pixels
    keptWholes.add(src)
    return true
  }

  async function decode(src: string, bytes: Uint8Array, size: DrawnSize): Promise<Pixels> {
    const known = wholes.get(src) ?? openWhole(bytes)
    wholes.set(src, known)
    const whole = await known
    return whole?.fits(size) && keepsWhole(src, whole) ? whole.decode(size) : decodeImage(bytes, size)
  }

  return {
    decode(src, bytes, size) {
      const key = JSON.stringify([src, size])
      const known = kept.get(key)
      if (known) return known
      const decoded = decode(src, bytes, size)
      keptPixels += size.widthPx * size.heightPx
      if (keptPixels > MAX_KEPT_PIXELS) return decoded
      const noted = decoded.then((pixels) => {
        shared.add(pixels)
        return pixels
      })
      kept.set(key, noted)
      return noted
    },
    keeps: (pixels) => shared.has(pixels),
    preview(of, make) {
      const made = previews.get(of) ?? make()
      previews.set(of, made)
      return made
    },
  }
}
