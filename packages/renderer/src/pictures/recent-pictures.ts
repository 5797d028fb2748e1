import { createBoundedCache } from '#renderer/caches/bounded-cache.ts'
import type { Pixels } from '#renderer/canvas/canvas.ts'
import type { DrawnSize } from './drawn-size.ts'

/** Decoded pictures of earlier records: another one, or the same with another price, may show them again. */
export interface RecentPictures {
  /** The pixels of equal bytes at an equal size, else what `decode` makes of them. */
  find(bytes: Uint8Array, size: DrawnSize, decode: () => Promise<Pixels>): Promise<Pixels>
  /** Whether another record may get the same pixels. */
  keeps(pixels: Pixels): boolean
}

interface Recent {
  readonly bytes: Uint8Array
  readonly pixels: Pixels
}

/** Pictures that are known to have been decoded once: some 100 bytes each. */
const MAX_SEEN = 10_000
/** How many bytes of a picture tell it apart, before all are compared. */
const SAMPLES = 32

/** Different pictures may have equal samples, by chance or on purpose: then they are decoded each time. */
function sampleOf(bytes: Uint8Array): string {
  const step = bytes.length / SAMPLES
  const sample = Uint8Array.from({ length: SAMPLES }, (_, at) => bytes[Math.floor((at + 0.5) * step)] ?? 0)
  return `${bytes.length} ${sample.join(' ')}`
}

/**
 * Keeps pixels by the content of their picture, from the second time on that it is decoded: pictures that are shown once
 * cost no memory, and to compare all bytes takes a tenth of a digest of them.
 */
export function createRecentPictures(maxBytes: number): RecentPictures {
  const seen = createBoundedCache<string, true>(MAX_SEEN, () => 1)
  const recent = createBoundedCache<string, Recent>(maxBytes, ({ bytes, pixels }) => bytes.length + pixels.data.length)
  const kept = new WeakSet<Pixels>()
  return {
    async find(bytes, size, decode) {
      const key = `${sampleOf(bytes)} ${JSON.stringify(size)}`
      const known = recent.get(key)
      if (known && Buffer.compare(known.bytes, bytes) === 0) return known.pixels
      const pixels = await decode()
      if (seen.get(key)) {
        recent.set(key, { bytes, pixels })
        if (recent.get(key)?.pixels === pixels) kept.add(pixels)
      }
      seen.set(key, true)
      return pixels
    },
    keeps: (pixels) => kept.has(pixels),
  }
}
