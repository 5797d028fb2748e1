import { isDamaged } from '#core/image/damaged-file.ts'
import { hashOfKey } from '#core/image/file-key.ts'
import { contentTypeOfFile } from '#core/image/image-url.ts'
import type { Storage, StoredFile } from '#core/ports/storage.ts'
import type { ClusterCopy } from '#database/cluster-files.ts'
import type { EmbeddedDatabase } from '#database/database.ts'
import { schemaState } from '#database/migrate.ts'
import { rowOf } from '#database/statement.ts'
import { chunkFolder, cutIntoChunks, storeChunk } from './chunks.ts'
import { inLanes } from './in-lanes.ts'
import { copiedFolders, encodeManifest, keyOfManifest, type Manifest } from './manifest.ts'

/** Files copied side by side. A folder that hangs, such as of a network, keeps as many of the process's four threads of I/O. */
const LANES = 2

export interface BackingUp {
  id: string
  database: Pick<EmbeddedDatabase, 'copy' | 'kysely'>
  storage: Storage
  /** Claimed before. */
  place: Storage
  version: string
  now: () => Date
  /** Hears how many bytes were looked at, of how many as far as is known. */
  onProgress: (doneBytes: number, totalBytes: number) => void
  signal: AbortSignal
}

export interface MadeBackup {
  manifest: Manifest
  /** What the place had to take: less than the whole, where earlier backups are. */
  addedBytes: number
  /** For how long one statement of the backup kept all others waiting, at most. */
  longestHoldMs: number
}

/** What is known while a backup is made. */
interface Work extends BackingUp {
  /** Keys that the place has; files also with their size behind a space. */
  known: ReadonlySet<string>
  addedBytes: number
  doneBytes: number
  totalBytes: number
}

const sized = ({ key, sizeBytes }: StoredFile) => `${key} ${sizeBytes}`

async function knownIn(place: Storage): Promise<Set<string>> {
  const known = new Set<string>()
  for await (const { key, sizeBytes } of place.list(chunkFolder)) if (sizeBytes > 0) known.add(key)
  for (const folder of copiedFolders) for await (const file of place.list(folder)) known.add(sized(file))
  return known
}

function advance(work: Work, bytes: number): void {
  work.doneBytes += bytes
  work.onProgress(work.doneBytes, Math.max(work.doneBytes, work.totalBytes))
}

async function storeChunks(work: Work, chunks: AsyncIterable<Uint8Array<ArrayBuffer>>): Promise<string[]> {
  const hashes: string[] = []
  for await (const bytes of chunks) {
    work.signal.throwIfAborted()
    const { hash, addedBytes } = await storeChunk(work.place, bytes, work.known)
    work.addedBytes += addedBytes
    hashes.push(hash)
  }
  return hashes
}

async function copyDatabase(work: Work, { folders, sizeBytes, files }: ClusterCopy): Promise<Manifest['database']> {
  work.totalBytes += sizeBytes
  const copied: Manifest['database']['files'] = []
  async function* pieces() {
    for await (const { path, bytes } of files) {
      let sizeBytes = 0
      for await (const piece of bytes) {
        yield sizeBytes === 0 ? { bytes: piece, startOf: path } : { bytes: piece }
        sizeBytes += piece.length
        advance(work, piece.length)
      }
      copied.push({ path, sizeBytes })
    }
  }
  const chunks = await storeChunks(work, cutIntoChunks(pieces()))
  return { folders: [...folders], files: copied, chunks }
}

/** Copies a file that the place lacks. @returns false when it was deleted since it was listed, or is damaged */
async function copyFile(work: Work, file: StoredFile, damaged: string[]): Promise<boolean> {
  if (work.known.has(sized(file))) return true
  try {
    const bytes = await work.storage.get(file.key)
    if (bytes === null) return false
    await work.place.put(file.key, bytes, contentTypeOfFile(file.key))
    work.addedBytes += bytes.length
    return true
  } catch (error) {
    if (!isDamaged(error)) throw error
    damaged.push(file.key)
    return false
  }
}

async function* filesIn(storage: Storage): AsyncGenerator<StoredFile> {
  for (const folder of copiedFolders)
    for await (const file of storage.list(folder)) if (hashOfKey(file.key) !== null) yield file
}

async function copyFiles(work: Work): Promise<Pick<Manifest, 'files' | 'damaged'>> {
  const damaged: string[] = []
  const lines: string[] = []
  let sizeBytes = 0
  await inLanes(filesIn(work.storage), LANES, async (file) => {
    work.signal.throwIfAborted()
    if (!(await copyFile(work, file, damaged))) return
    lines.push(sized(file))
    sizeBytes += file.sizeBytes
    advance(work, file.sizeBytes)
  })
  async function* pieces() {
    for (const line of lines.sort()) yield { bytes: Buffer.from(`${line}\n`) }
  }
  return {
    files: { count: lines.length, sizeBytes, chunks: await storeChunks(work, cutIntoChunks(pieces())) },
    damaged,
  }
}

/**
 * `makeBackup()` copies what runs: first the database, then every file that its rows name, since no file may be deleted
 * until it ends. What an interrupted backup has left is used, and is no backup: the manifest is written last.
 * @throws AppError when the place cannot be used
 */
export async function makeBackup(options: BackingUp): Promise<MadeBackup> {
  const { id, database, storage, place, version, now } = options
  const startedAt = now().toISOString()
  const work: Work = {
    ...options,
    known: await knownIn(place),
    addedBytes: 0,
    doneBytes: 0,
    totalBytes: 0,
  }
  for await (const { sizeBytes } of filesIn(storage)) work.totalBytes += sizeBytes
  const keyId = `select value #>> '{}' as id from settings where name = 'secret_key_id'`
  const migrations = (await schemaState(database.kysely)).done
  const secretKeyId = (await rowOf<{ id: string }>(database.kysely, keyId, []))?.id ?? null
  const { result: copied, longestHoldMs } = await database.copy((copy) => copyDatabase(work, copy))
  const manifest: Manifest = {
    format: 1,
    id,
    startedAt,
    version,
    migrations,
    secretKeyId,
    database: copied,
    copiedAt: now().toISOString(),
    ...(await copyFiles(work)),
  }
  options.signal.throwIfAborted()
  await place.put(keyOfManifest(id), encodeManifest(manifest), 'application/json')
  return { manifest, addedBytes: work.addedBytes, longestHoldMs }
}
