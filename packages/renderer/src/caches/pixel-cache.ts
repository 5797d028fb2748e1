import type { Pixels } from '#renderer/canvas/canvas.ts'

/** Keeps decoded pictures up to a number of bytes; the ones not used for longest go first. */
export interface PixelCache {
  get(key: string): Pixels | undefined
  set(key: string, pixels: Pixels): void
}

/** One bound for many owners, none of whom sees the pictures of another: equal addresses may mean different pictures. */
export interface SharedPixelCache {
  within(owner: string): PixelCache
}

/** A picture larger than a quarter of the bound is not kept. */
export function createPixelCache(maxBytes: number): SharedPixelCache {
  const entries = new Map<string, Pixels>()
  let bytes = 0
  const drop = (key: string) => {
    bytes -= bytesOf(entries.get(key))
    entries.delete(key)
  }
  const get = (key: string) => {
    const pixels = entries.get(key)
    if (!pixels) return undefined
    entries.delete(key)
    entries.set(key, pixels)
    return pixels
  }
  const set = (key: string, pixels: Pixels) => {
    if (bytesOf(pixels) > maxBytes / 4) return
    drop(key)
    entries.set(key, pixels)
    bytes += bytesOf(pixels)
    for (const oldest of entries.keys()) {
      if (bytes <= maxBytes) return
      drop(oldest)
    }
  }
  return {
    within: (owner) => ({
      get: (key) => get(`${owner} ${key}`),
      set: (key, pixels) => set(`${owner} ${key}`, pixels),
    }),
  }
}

/** Without looking at the data, which a browser would have to read back first. */
function bytesOf(pixels: Pixels | undefined): number {
  return pixels ? pixels.widthPx * pixels.heightPx * 4 : 0
}
