import { isDamaged } from '#core/image/damaged-file.ts'
import { fileFolders, hashOfKey } from '#core/image/file-key.ts'
import { contentTypeOfFile } from '#core/image/image-url.ts'
import type { Storage, StoredFile } from '#core/ports/storage.ts'
import type { OnProgress } from './archive.ts'

const atOnce = 8

/** A file whose bytes are not those that its name says, or that did not arrive. */
export interface Damage {
  key: string
  where: 'source' | 'target'
}

export interface Moved {
  copied: number
  /** They were there already. */
  known: number
  /** Of the target, because the source does not have them. */
  deleted: number
  damaged: Damage[]
}

interface Moving {
  /** Both verify what they read. */
  from: Storage
  to: Storage
  /** Reads everything back. */
  verify: boolean
  /** Also deletes files of the target that the source does not have. */
  prune: boolean
  onProgress: OnProgress
}

/** @returns null when there is none, `damaged` when its bytes do not match its name */
async function read(storage: Storage, key: string): Promise<Uint8Array | 'damaged' | null> {
  try {
    return await storage.get(key)
  } catch (error) {
    if (isDamaged(error)) return 'damaged'
    throw error
  }
}

async function* filesOf(storage: Storage): AsyncGenerator<StoredFile> {
  for (const folder of fileFolders) yield* storage.list(folder)
}

async function countOf(storage: Storage): Promise<number> {
  let count = 0
  for await (const _ of filesOf(storage)) count += 1
  return count
}

/** @returns how the copy went; null when the file was deleted meanwhile */
async function copy(
  { from, to, verify }: Moving,
  { key, sizeBytes }: StoredFile,
): Promise<'copied' | 'known' | Damage | null> {
  const isThere = (await to.head(key))?.sizeBytes === sizeBytes
  const isWhole = async () => (await read(to, key)) instanceof Uint8Array
  if (isThere && (!verify || (await isWhole()))) return 'known'
  const bytes = await read(from, key)
  if (bytes === null) return null
  if (bytes === 'damaged') return { key, where: 'source' }
  await to.put(key, bytes, contentTypeOfFile(key))
  return !verify || (await isWhole()) ? 'copied' : { key, where: 'target' }
}

/** Files that were deleted at the source after an earlier copy: no row names them, so nothing else would ever delete them. */
async function deleteOthers({ from, to }: Moving): Promise<number> {
  let deleted = 0
  for await (const { key } of filesOf(to)) {
    if (hashOfKey(key) === null || (await from.head(key)) !== null) continue
    await to.delete(key)
    deleted += 1
  }
  return deleted
}

/**
 * Copies every file from one storage to another. What is there already is left alone, so it goes on where it was cut off,
 * and once more brings what was added since. Damaged files are told, not copied.
 */
export async function moveFiles(moving: Moving): Promise<Moved> {
  const total = await countOf(moving.from)
  const moved: Moved = { copied: 0, known: 0, deleted: 0, damaged: [] }
  const files = filesOf(moving.from)
  let done = 0
  const lane = async () => {
    for await (const file of { [Symbol.asyncIterator]: () => ({ next: () => files.next() }) }) {
      const result = await copy(moving, file)
      if (result === 'copied' || result === 'known') moved[result] += 1
      else if (result !== null) moved.damaged.push(result)
      done += 1
      moving.onProgress(done, Math.max(done, total))
    }
  }
  await Promise.all(Array.from({ length: atOnce }, lane))
  // An empty source is more likely the wrong one.
  if (moving.prune && total > 0) moved.deleted = await deleteOthers(moving)
  return moved
}
