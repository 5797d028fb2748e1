import type { Pixels } from '#renderer/canvas/canvas.ts'
import { type BoundedCache, createBoundedCache } from './bounded-cache.ts'

/** Keeps decoded pictures up to a number of bytes. */
export type PixelCache = BoundedCache<string, Pixels>

/** One bound for many owners, none of whom sees the pictures of another: equal addresses may mean different pictures. */
export interface SharedPixelCache {
  within(owner: string): PixelCache
}

export function createPixelCache(maxBytes: number): SharedPixelCache {
  const cache = createBoundedCache<string, Pixels>(maxBytes, bytesOf)
  return {
    within: (owner) => ({
      get: (key) => cache.get(`${owner} ${key}`),
      set: (key, pixels) => cache.set(`${owner} ${key}`, pixels),
    }),
  }
}

/** Without looking at the data, which a browser would have to read back first. */
function bytesOf({ widthPx, heightPx }: Pixels): number {
  return widthPx * heightPx * 4
}
