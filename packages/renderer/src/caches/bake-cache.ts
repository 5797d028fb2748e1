import type { Surface } from '#renderer/canvas/canvas.ts'

/** Keeps finished parts of pages up to a number of bytes; those not used for longest go first. */
export interface BakeCache {
  get(key: string): Surface | undefined
  /** True from the second time on: what is asked for once only is not worth its memory. */
  isWanted(key: string, bytes: number): boolean
  set(key: string, surface: Surface): void
}

/** Keys remembered of which there is nothing yet. */
const MAX_ASKED = 200

export function createBakeCache(maxBytes: number): BakeCache {
  const kept = new Map<string, Surface>()
  const asked = new Set<string>()
  let bytes = 0
  const drop = (key: string) => {
    const surface = kept.get(key)
    if (!surface) return
    kept.delete(key)
    bytes -= bytesOf(surface)
    surface.release()
  }
  return {
    get(key) {
      const surface = kept.get(key)
      if (!surface) return undefined
      kept.delete(key)
      kept.set(key, surface)
      return surface
    },
    isWanted(key, needed) {
      if (needed > maxBytes) return false
      if (asked.delete(key)) return true
      asked.add(key)
      const [oldest] = asked
      if (asked.size > MAX_ASKED && oldest !== undefined) asked.delete(oldest)
      return false
    },
    set(key, surface) {
      kept.set(key, surface)
      bytes += bytesOf(surface)
      for (const oldest of kept.keys()) {
        if (bytes <= maxBytes) return
        drop(oldest)
      }
    },
  }
}

/** What a part of this size takes: its pixels are kept beside it, for encoders. */
export function bytesOf({ widthPx, heightPx }: Pick<Surface, 'widthPx' | 'heightPx'>): number {
  return widthPx * heightPx * 7
}
