import type { Storage } from '#core/ports/storage.ts'

export interface MemoryStorage extends Storage {
  readonly files: ReadonlyMap<string, { bytes: Uint8Array; contentType: string }>
}

/** A storage that forgets. `beforePut` may throw, as a full disk does. */
export function createMemoryStorage({
  beforePut = () => {},
}: {
  beforePut?: (key: string) => void
} = {}): MemoryStorage {
  const files = new Map<string, { bytes: Uint8Array; contentType: string }>()
  return {
    files,
    async put(key, bytes, contentType) {
      beforePut(key)
      if (!files.has(key)) files.set(key, { bytes: bytes.slice(), contentType })
    },
    get: async (key) => files.get(key)?.bytes.slice() ?? null,
    has: async (key) => files.has(key),
    async delete(key) {
      files.delete(key)
    },
    async check() {},
  }
}
