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
  const get = async (key: string) => files.get(key)?.bytes.slice() ?? null
  return {
    files,
    async put(key, bytes, contentType) {
      beforePut(key)
      files.set(key, { bytes: bytes.slice(), contentType })
    },
    get,
    async open(key) {
      const bytes = await get(key)
      async function* pieces(whole: Uint8Array) {
        yield whole
      }
      return bytes && { sizeBytes: bytes.length, bytes: pieces(bytes) }
    },
    async head(key) {
      const file = files.get(key)
      return file === undefined ? null : { sizeBytes: file.bytes.length }
    },
    async *list(folder) {
      for (const [key, { bytes }] of files) if (key.startsWith(`${folder}/`)) yield { key, sizeBytes: bytes.length }
    },
    async delete(key) {
      files.delete(key)
    },
    addressOf: async () => null,
    async check() {},
    async close() {},
  }
}
