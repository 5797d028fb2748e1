/** Keeps values up to a sum of sizes; those not used for longest go first. */
export interface BoundedCache<Key, Value> {
  get(key: Key): Value | undefined
  set(key: Key, value: Value): void
}

/** A value larger than a quarter of the bound is not kept. */
export function createBoundedCache<Key, Value>(
  maxSize: number,
  sizeOf: (value: Value) => number,
): BoundedCache<Key, Value> {
  const entries = new Map<Key, { readonly value: Value; readonly size: number }>()
  let total = 0
  const drop = (key: Key) => {
    total -= entries.get(key)?.size ?? 0
    entries.delete(key)
  }
  return {
    get(key) {
      const entry = entries.get(key)
      if (!entry) return undefined
      entries.delete(key)
      entries.set(key, entry)
      return entry.value
    },
    set(key, value) {
      const size = sizeOf(value)
      if (size > maxSize / 4) return
      drop(key)
      entries.set(key, { value, size })
      total += size
      for (const oldest of entries.keys()) {
        if (total <= maxSize) return
        drop(oldest)
      }
    },
  }
}
