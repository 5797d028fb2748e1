import type { Pixels } from '#renderer/canvas/canvas.ts'
import { decodeImage, pixelsOf, resized } from './decode-image.ts'
import type { DrawnSize } from './drawn-size.ts'
import { isSvg } from './image-type.ts'
import { openPicture } from './open-picture.ts'
import { sharp } from './safe-sharp.ts'

/**
 * Pictures that several renders show, such as those of one record: each is decoded once, as large as the first of them
 * draws it, so the largest render comes first. Jobs that are rendered together give the same bytes each time.
 */
export interface SharedPictures {
  /** As the platform decodes it; `src` names the bytes. */
  decode(src: string, bytes: Uint8Array, size: DrawnSize): Promise<Pixels>
}

/** A picture without a cut. */
interface Whole {
  readonly pixels: Pixels
  /** It has as many pixels as its file. */
  readonly isFull: boolean
}

/** Of one picture that is kept. */
const MAX_KEPT_PIXELS = 16_000_000

/** Makes a place for the pictures of renders that belong together; it lives as long as these. */
export function createSharedPictures(): SharedPictures {
  const kept = new Map<string, Promise<Whole | null>>()
  return {
    async decode(src, bytes, size) {
      if (isSvg(bytes) || size.recolor || size.widthPx * size.heightPx > MAX_KEPT_PIXELS)
        return decodeImage(bytes, size)
      const known = kept.get(src) ?? decodeWhole(bytes, size)
      kept.set(src, known)
      const whole = await known
      if (whole === null) return decodeImage(bytes, size)
      if (whole.isFull || isLargeEnough(whole.pixels, size)) return cutFrom(whole.pixels, size)
      const larger = decodeWhole(bytes, size)
      kept.set(src, larger)
      const again = await larger
      return again === null ? decodeImage(bytes, size) : cutFrom(again.pixels, size)
    },
  }
}

/** How much a picture of this size has to be enlarged. */
function ratioOf({ width, height }: { width: number; height: number }, { widthPx, heightPx, fit }: DrawnSize): number {
  const [across, down] = [widthPx / width, heightPx / height]
  return fit === 'contain' ? Math.min(across, down) : Math.max(across, down)
}

const isLargeEnough = ({ widthPx, heightPx }: Pixels, size: DrawnSize) =>
  ratioOf({ width: widthPx, height: heightPx }, size) <= 1

/** The whole of a picture, as large as it is drawn; null when that is too much to keep. */
function decodeWhole(bytes: Uint8Array, size: DrawnSize): Promise<Whole | null> {
  return openPicture(bytes, async ({ picture }) => {
    const { autoOrient: full } = await picture.metadata()
    const ratio = Math.min(1, ratioOf(full, size))
    const [width, height] = [Math.ceil(full.width * ratio), Math.ceil(full.height * ratio)]
    if (width * height > MAX_KEPT_PIXELS) return null
    const isFull = ratio === 1
    const turned = picture.autoOrient()
    return { isFull, pixels: await pixelsOf(isFull ? turned : turned.resize(width, height, { fit: 'fill' })) }
  })
}

async function cutFrom(pixels: Pixels, size: DrawnSize): Promise<Pixels> {
  const { data, widthPx: width, heightPx: height, opaque } = pixels
  const raw = { width, height, channels: opaque ? (3 as const) : (4 as const) }
  return pixelsOf(await resized(sharp(data, { raw, limitInputPixels: false }), size))
}
