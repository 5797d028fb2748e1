import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, open, opendir, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { OpenedFile, Storage, StoredFile } from '#core/ports/storage.ts'
import type { StorageAddress, StorageKind } from '#core/ports/storage-kind.ts'
import { checkSharedDisk } from './disk/check-shared.ts'
import { isMissing, storageFailure } from './disk/failure.ts'
import { checkKey } from './keys/check-key.ts'

/** A temporary file older than this was left by a process that died. */
const abandonedAfterMs = 60 * 60 * 1000

const keyOfCheck = 'checks/write'

/** Makes what happened inside a folder (a rename, a new entry) survive a power cut. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Creates the folder and makes every new one on the way durable. */
async function makeFolder(folder: string, mode: number | undefined): Promise<void> {
  const first = await mkdir(folder, { recursive: true, mode })
  if (first === undefined) return
  for (let made = folder; made.length >= first.length; made = dirname(made)) await syncFolder(dirname(made))
}

async function writeDurably(path: string, bytes: Uint8Array, mode: number | undefined): Promise<void> {
  const handle = await open(path, 'wx', mode)
  try {
    await handle.writeFile(bytes)
    await handle.datasync()
  } finally {
    await handle.close()
  }
}

async function openFile(path: string): Promise<OpenedFile> {
  const handle = await open(path, 'r')
  try {
    const { size } = await handle.stat()
    // Closes the file at its end, and when it is not read to the end.
    return { sizeBytes: size, bytes: handle.createReadStream() }
  } catch (error) {
    await handle.close()
    throw error
  }
}

/** What `read` gives, null when the file is not there. */
async function ifThere<Result>(read: () => Promise<Result>): Promise<Result | null> {
  try {
    return await read()
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}

/** Folder by folder, so that the memory it takes does not grow with the number of files. */
async function* filesBelow(folder: string): AsyncGenerator<{ name: string; path: string }> {
  const entries = await ifThere(() => opendir(folder))
  if (entries === null) return
  for await (const entry of entries) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) yield* filesBelow(path)
    else if (entry.isFile()) yield { name: entry.name, path }
  }
}

async function removeAbandoned(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name)
    const age = Date.now() - (await stat(path).catch(() => ({ mtimeMs: Date.now() }))).mtimeMs
    if (age > abandonedAfterMs) await rm(path, { force: true })
  }
}

/**
 * `createDiskStorage()` keeps files below `dir`, spread over folders by the first two characters of their name. `called` is
 * its name in errors. What is private (`isPrivate`) can be read by its owner alone.
 */
export function createDiskStorage(options: { dir: string; called?: string; isPrivate?: boolean }): Storage {
  const { dir, called, isPrivate = false } = options
  const [fileMode, folderMode] = isPrivate ? [0o600, 0o700] : []
  const temporaryFolder = join(dir, '.temporary')
  const knownFolders = new Set<string>()

  function pathOf(key: string): string {
    const { folder, name } = checkKey(key)
    return join(dir, folder, name.slice(0, 2), name)
  }

  async function ensureFolder(folder: string): Promise<void> {
    if (knownFolders.has(folder)) return
    await makeFolder(folder, folderMode)
    if (folder === temporaryFolder) await removeAbandoned(folder)
    knownFolders.add(folder)
  }

  /** Every failure of the disk leaves here in words. */
  async function attempt<Result>(doing: string, work: () => Promise<Result>): Promise<Result> {
    try {
      return await work()
    } catch (error) {
      if (isMissing(error)) knownFolders.clear()
      throw storageFailure(error, { doing, dir, called })
    }
  }

  async function replace(path: string, bytes: Uint8Array): Promise<void> {
    const temporary = join(temporaryFolder, randomUUID())
    await ensureFolder(temporaryFolder)
    await ensureFolder(dirname(path))
    try {
      await writeDurably(temporary, bytes, fileMode)
      await rename(temporary, path)
    } catch (error) {
      await rm(temporary, { force: true }).catch(() => undefined)
      throw error
    }
    await syncFolder(dirname(path))
  }

  async function* list(folder: string): AsyncGenerator<StoredFile> {
    for await (const { name, path } of filesBelow(join(dir, folder))) {
      const found = await ifThere(() => stat(path))
      if (found !== null) yield { key: `${folder}/${name}`, sizeBytes: found.size }
    }
  }

  return {
    async put(key, bytes) {
      const path = pathOf(key)
      await attempt(`store ${key}`, async () => {
        const known = await ifThere(() => stat(path))
        // What has the right size may still be damaged.
        if (known?.size === bytes.byteLength && (await readFile(path)).equals(bytes)) return
        await replace(path, bytes)
      })
    },
    async get(key) {
      const path = pathOf(key)
      return attempt(`read ${key}`, () => ifThere(() => readFile(path)))
    },
    async open(key) {
      const path = pathOf(key)
      return attempt(`read ${key}`, () => ifThere(() => openFile(path)))
    },
    async head(key) {
      const path = pathOf(key)
      const found = await attempt(`look for ${key}`, () => ifThere(() => stat(path)))
      return found && { sizeBytes: found.size }
    },
    async *list(folder) {
      try {
        yield* list(folder)
      } catch (error) {
        throw storageFailure(error, { doing: `list ${folder}`, dir, called })
      }
    },
    async delete(key) {
      const path = pathOf(key)
      await attempt(`delete ${key}`, () => rm(path, { force: true }))
    },
    addressOf: async () => null,
    async check() {
      await attempt('write a test file', () => replace(pathOf(keyOfCheck), new Uint8Array(1)))
    },
    async close() {},
  }
}

/** The setting of the server that is about its disk. */
interface DiskSettings {
  PICTABLE_DATA_DIR: string
}

const folderOf = ({ PICTABLE_DATA_DIR: dataDir }: DiskSettings) => join(dataDir, 'files')

const address: StorageAddress<DiskSettings> = {
  kind: 'disk',
  place: folderOf,
  open: async (settings) => createDiskStorage({ dir: folderOf(settings) }),
  isMissing: ({ PICTABLE_DATA_DIR: dataDir }) => !existsSync(dataDir),
  checkShared: (settings, shared) => checkSharedDisk({ ...shared, dir: folderOf(settings) }),
}

/** The data folder of the server. */
export const disk: StorageKind<DiskSettings> = { form: 'disk', parse: (text) => (text === 'disk' ? address : null) }
