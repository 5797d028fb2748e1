/** Pictures that many records show: the logo of a linked brand, say. */
export interface PictureCache {
  /** The bytes of the key, loaded at most once at a time. What fails is not kept. */
  get(key: string, signal: AbortSignal, load: (signal: AbortSignal) => Promise<Uint8Array>): Promise<Uint8Array>
}

/** Keeps up to `maxBytes`; what was not asked for the longest goes first. */
export function createPictureCache(maxBytes: number): PictureCache {
  const kept = new Map<string, Uint8Array>()
  const loading = new Map<string, Promise<Uint8Array>>()
  let bytes = 0

  function drop(key: string): void {
    bytes -= kept.get(key)?.length ?? 0
    kept.delete(key)
  }

  function keep(key: string, picture: Uint8Array): void {
    drop(key)
    kept.set(key, picture)
    bytes += picture.length
    for (const oldest of kept.keys()) {
      if (bytes <= maxBytes) return
      drop(oldest)
    }
  }

  return {
    async get(key, signal, load) {
      for (;;) {
        signal.throwIfAborted()
        const known = kept.get(key)
        if (known !== undefined) {
          keep(key, known)
          return known
        }
        const others = loading.get(key)
        if (others === undefined) break
        // Why another record's load failed is no reason for this one: it may have been cancelled.
        const theirs = await others.catch(() => null)
        if (theirs !== null) return theirs
      }
      const own = load(signal)
      loading.set(key, own)
      try {
        const picture = await own
        keep(key, picture)
        return picture
      } finally {
        loading.delete(key)
      }
    },
  }
}
