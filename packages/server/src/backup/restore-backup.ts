import { existsSync } from 'node:fs'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname, join, normalize, sep } from 'node:path'
import { AppError } from '#core/errors.ts'
import { damagedFile } from '#core/image/damaged-file.ts'
import { hashOfKey } from '#core/image/file-key.ts'
import { contentTypeOfFile } from '#core/image/image-url.ts'
import type { Storage } from '#core/ports/storage.ts'
import { StartError } from '#core/start-error.ts'
import { syncTree } from '#database/data-directory.ts'
import { copyMark } from '#storages/mark/storage-mark.ts'
import { readChunks, readLines } from './chunks.ts'
import { inLanes } from './in-lanes.ts'
import type { Manifest } from './manifest.ts'

const LANES = 4

export interface Restoring {
  manifest: Manifest
  /** Verifies what it reads. */
  place: Storage
  onProgress: (done: number, total: number) => void
}

/** @throws AppError for a path that leads out of the folder */
function pathIn(folder: string, path: string): string {
  const joined = normalize(join(folder, path))
  if (!joined.startsWith(`${folder}${sep}`))
    throw new AppError('invalid_request', `This is not a backup of Pictable: it contains a file ${path}.`)
  return joined
}

/** Gives this many of the bytes, and keeps the rest for the next file. */
function createReader(pieces: AsyncGenerator<Uint8Array>) {
  let rest: Uint8Array = new Uint8Array()
  return async function* take(sizeBytes: number): AsyncGenerator<Uint8Array> {
    for (let missing = sizeBytes; missing > 0; ) {
      if (rest.length === 0) {
        const { value, done } = await pieces.next()
        if (done === true) throw new AppError('file_damaged', 'The backup is damaged: its chunks end too early.')
        rest = value
      }
      const part = rest.subarray(0, missing)
      rest = rest.subarray(part.length)
      missing -= part.length
      yield part
    }
  }
}

/** Writes the cluster into a folder that is not there yet. @throws AppError when a byte of it is not what was copied */
export async function restoreCluster(restoring: Omit<Restoring, 'onProgress'>, folder: string): Promise<void> {
  const { manifest, place } = restoring
  await mkdir(folder, { recursive: true, mode: 0o700 })
  for (const path of manifest.database.folders) await mkdir(pathIn(folder, path), { recursive: true, mode: 0o700 })
  const take = createReader(readChunks(place, manifest.database.chunks))
  for (const { path, sizeBytes } of manifest.database.files) {
    const target = pathIn(folder, path)
    await mkdir(dirname(target), { recursive: true, mode: 0o700 })
    const file = await open(target, 'wx', 0o600)
    try {
      for await (const bytes of take(sizeBytes)) await file.write(bytes)
    } finally {
      await file.close()
    }
  }
}

interface Target {
  dataDir: string
  storage: Storage
}

async function restoreFiles({ manifest, place, onProgress }: Restoring, storage: Storage): Promise<void> {
  let done = 0
  await inLanes(readLines(place, manifest.files.chunks), LANES, async (line) => {
    const key = line.slice(0, line.indexOf(' '))
    if (hashOfKey(key) === null) throw new AppError('invalid_request', `The backup contains an unexpected file ${key}.`)
    const bytes = await place.get(key)
    if (bytes === null) throw damagedFile(key)
    await storage.put(key, bytes, contentTypeOfFile(key))
    onProgress(++done, manifest.files.count)
  })
}

/**
 * `restoreBackup()` fills an empty data folder and a storage. The database comes last, under its name only when it is
 * whole: what was interrupted begins again. @throws StartError when there is a database already
 */
export async function restoreBackup(restoring: Restoring, { dataDir, storage }: Target): Promise<void> {
  const database = join(dataDir, 'database')
  if (existsSync(database))
    throw new StartError(`There is already an installation in ${dataDir}. Set PICTABLE_DATA_DIR to a new folder.`)
  await copyMark(restoring.place, storage)
  await restoreFiles(restoring, storage)
  const draft = `${database}.restoring`
  await rm(draft, { recursive: true, force: true })
  await restoreCluster(restoring, draft)
  syncTree(draft)
  await rename(draft, database)
}
