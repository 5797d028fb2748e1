import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  rmSync,
  statfsSync,
} from 'node:fs'
import { open, readdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { AppError } from '#core/errors.ts'
import { StartError } from '#core/start-error.ts'
import { corruptError } from '#database/errors/corruption.ts'
import { fillCluster } from '#database/prepared/first-cluster.ts'

const MEGABYTE = 1_000_000
/** Kept free for the log of the database, which grows by files of 16 MB. */
const RESERVE_BYTES = 50 * MEGABYTE
const FIRST_START_BYTES = 100 * MEGABYTE
/** Free before and during a backup, which keeps the log of all that is written in between. */
export const BACKUP_RESERVE_BYTES = 4 * RESERVE_BYTES
const LOOK_INTERVAL_MS = 250

const databaseIn = (directory: string) => join(directory, 'database')

/** Not by `recursive`: below a parent that takes no folders, as /proc, that never ends. */
function makeDirectory(path: string): void {
  if (existsSync(path)) return
  makeDirectory(dirname(path))
  mkdirSync(path, { mode: 0o700 })
}

/** Makes the data directory if need be. @throws StartError when it cannot be used */
export function prepareDirectory(directory: string): void {
  try {
    makeDirectory(directory)
    accessSync(directory, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    throw new StartError(
      `The data directory ${directory} is not writable. Give the user that runs Pictable write permission, or choose another directory with PICTABLE_DATA_DIR.`,
      { cause: error },
    )
  }
}

/** Why nothing may be written to the database at present; null while all is well. */
export type WriteGuard = () => string | null

function whyNotWritable(directory: string): string | null {
  try {
    if (freeBytes(directory) < RESERVE_BYTES) return 'its disk is full: free some space there'
    accessSync(databaseIn(directory), constants.W_OK)
    return null
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : error
    return `its folder is read-only or missing (${code}): make it writable for the user that runs Pictable`
  }
}

/** Looks at the disk, a few times a second at most. */
export function writeGuard(directory: string): WriteGuard {
  let why: string | null = null
  let lookedAtMs = Number.NEGATIVE_INFINITY
  return () => {
    const nowMs = performance.now()
    if (nowMs - lookedAtMs > LOOK_INTERVAL_MS) {
      lookedAtMs = nowMs
      why = whyNotWritable(directory)
    }
    return why
  }
}

function freeBytes(directory: string): number {
  const { bavail, bsize } = statfsSync(directory)
  return bavail * bsize
}

/** @throws StartError when there is too little space to start with */
export function checkSpace(directory: string): void {
  const needed = existsSync(databaseIn(directory)) ? RESERVE_BYTES : FIRST_START_BYTES
  if (freeBytes(directory) >= needed) return
  throw new StartError(
    `The disk of the data directory ${directory} has less than ${needed / MEGABYTE} MB left. Free some space there, or choose another directory with PICTABLE_DATA_DIR.`,
  )
}

/** @throws AppError when the log, which grows during a backup, could fill the disk */
export function checkBackupSpace(directory: string): void {
  if (freeBytes(directory) >= BACKUP_RESERVE_BYTES) return
  throw new AppError(
    'unavailable',
    `The disk of the data directory ${directory} has less than ${BACKUP_RESERVE_BYTES / MEGABYTE} MB left, which the database log may need during a backup. Free some space there.`,
  )
}

export function syncTree(path: string): void {
  for (const entry of readdirSync(path, { recursive: true, withFileTypes: true })) {
    if (entry.isFile() || entry.isDirectory()) syncPath(join(entry.parentPath, entry.name))
  }
  syncPath(path)
}

function syncPath(path: string): void {
  const descriptor = openSync(path, 'r')
  fsyncSync(descriptor)
  closeSync(descriptor)
}

/** Of the log of PostgreSQL, which is synced with every commit. */
const LOG_FOLDER = 'pg_wal'

/**
 * `syncFiles()` writes what the system holds of the files of a cluster to disk, one after the other and off the thread of the
 * database: a checkpoint right behind it, which keeps every statement waiting, has little left to sync.
 */
export async function syncFiles(directory: string): Promise<void> {
  for (const entry of await readdir(directory, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    if (!entry.isFile() || path.startsWith(join(directory, LOG_FOLDER))) continue
    // One that is gone, or cannot be synced here, is left to the checkpoint, which says so.
    const handle = await open(path).catch(() => null)
    try {
      await handle?.datasync()
    } catch {
      // as above
    } finally {
      await handle?.close()
    }
  }
}

/**
 * Runs `start` in the folder of the database. A first start is marked until it is done and on disk; one that was cut
 * short starts over.
 */
export async function startIn<Started>(directory: string, start: (path: string) => Promise<Started>): Promise<Started> {
  const path = databaseIn(directory)
  const unfinished = join(directory, 'database.unfinished')
  if (existsSync(unfinished)) rmSync(path, { recursive: true, force: true })
  const isNew = !existsSync(path) || readdirSync(path).length === 0
  // PGlite would make a new cluster on top of the old one.
  if (!isNew && !existsSync(join(path, 'PG_VERSION')))
    throw corruptError('its file PG_VERSION is missing', { where: `The database in ${path}` })
  if (isNew) {
    mkdirSync(unfinished, { recursive: true })
    syncPath(directory)
    if (!existsSync(path)) mkdirSync(path, { mode: 0o700 })
    await fillCluster(path)
  }
  const started = await start(path)
  if (isNew) {
    syncTree(path)
    rmSync(unfinished, { recursive: true })
    syncPath(directory)
  }
  return started
}
