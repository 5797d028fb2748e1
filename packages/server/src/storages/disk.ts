import { randomUUID } from 'node:crypto'
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Storage } from '#core/ports/storage.ts'
import { isMissing, storageFailure } from './disk/failure.ts'
import { checkKey } from './disk/key.ts'

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
async function makeFolder(folder: string): Promise<void> {
  const first = await mkdir(folder, { recursive: true })
  if (first === undefined) return
  for (let made = folder; made.length >= first.length; made = dirname(made)) await syncFolder(dirname(made))
}

async function writeDurably(path: string, bytes: Uint8Array): Promise<void> {
  const handle = await open(path, 'wx')
  try {
    await handle.writeFile(bytes)
    await handle.datasync()
  } finally {
    await handle.close()
  }
}

async function removeAbandoned(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name)
    const age = Date.now() - (await stat(path).catch(() => ({ mtimeMs: Date.now() }))).mtimeMs
    if (age > abandonedAfterMs) await rm(path, { force: true })
  }
}

/** `createDiskStorage()` keeps files below `dir`, spread over folders by the first two characters of their name. */
export function createDiskStorage({ dir }: { dir: string }): Storage {
  const temporaryFolder = join(dir, '.temporary')
  const knownFolders = new Set<string>()

  function pathOf(key: string): string {
    const { folder, name } = checkKey(key)
    return join(dir, folder, name.slice(0, 2), name)
  }

  async function ensureFolder(folder: string): Promise<void> {
    if (knownFolders.has(folder)) return
    await makeFolder(folder)
    if (folder === temporaryFolder) await removeAbandoned(folder)
    knownFolders.add(folder)
  }

  /** Every failure of the disk leaves here in words. */
  async function attempt<Result>(doing: string, work: () => Promise<Result>): Promise<Result> {
    try {
      return await work()
    } catch (error) {
      if (isMissing(error)) knownFolders.clear()
      throw storageFailure(error, { doing, dir })
    }
  }

  async function replace(path: string, bytes: Uint8Array): Promise<void> {
    const temporary = join(temporaryFolder, randomUUID())
    await ensureFolder(temporaryFolder)
    await ensureFolder(dirname(path))
    try {
      await writeDurably(temporary, bytes)
      await rename(temporary, path)
    } catch (error) {
      await rm(temporary, { force: true }).catch(() => undefined)
      throw error
    }
    await syncFolder(dirname(path))
  }

  async function sizeOf(path: string): Promise<number | null> {
    try {
      return (await stat(path)).size
    } catch (error) {
      if (isMissing(error)) return null
      throw error
    }
  }

  return {
    async put(key, bytes) {
      const path = pathOf(key)
      await attempt(`store ${key}`, async () => {
        if ((await sizeOf(path)) !== bytes.byteLength) await replace(path, bytes)
      })
    },
    async get(key) {
      const path = pathOf(key)
      return attempt(`read ${key}`, async () => {
        try {
          return await readFile(path)
        } catch (error) {
          if (isMissing(error)) return null
          throw error
        }
      })
    },
    async has(key) {
      const path = pathOf(key)
      return attempt(`look for ${key}`, async () => (await sizeOf(path)) !== null)
    },
    async delete(key) {
      const path = pathOf(key)
      await attempt(`delete ${key}`, () => rm(path, { force: true }))
    },
    async check() {
      await attempt('write a test file', () => replace(pathOf(keyOfCheck), new Uint8Array(1)))
    },
  }
}
