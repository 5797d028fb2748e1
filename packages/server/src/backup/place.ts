import { access, constants, realpath, stat, statfs } from 'node:fs/promises'
import { isAbsolute, join, resolve } from 'node:path'
import { AppError } from '#core/errors.ts'
import type { Storage } from '#core/ports/storage.ts'
import { StartError } from '#core/start-error.ts'
import { BACKUP_RESERVE_BYTES } from '#database/data-directory.ts'
import type { Config } from '#server/settings/config.ts'
import { openAddress } from '#server/start/open-storage.ts'
import { createDiskStorage } from '#storages/disk.ts'
import { parseStorageAddress, type StorageAddress } from '#storages/index.ts'
import { copyMark } from '#storages/mark/storage-mark.ts'
import { chunkFolder } from './chunks.ts'
import {
  copiedFolders,
  decodeManifest,
  idOfManifest,
  keyOfManifest,
  type Manifest,
  manifestFolder,
} from './manifest.ts'

/** What a backup writes to in its place. */
const placeFolders = [...copiedFolders, chunkFolder, manifestFolder, 'checks']

/** Says that what is here was written by backups: nothing else may be deleted. */
const markKey = 'checks/backups'

const isUrl = (text: string) => /^[a-z][a-z0-9]*:\/\//.test(text)

/** A folder is meant from where the command was called. */
export const placeOf = (text: string): string => (isUrl(text) ? text : resolve(text))

export const refusedOnPostgres =
  'This installation uses PostgreSQL. Back it up with the tools of PostgreSQL, as docs/guides/backup.md describes.'

const invalid = (message: string) => new AppError('invalid_request', message)

const isMissing = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ENOENT'

/** Not on the main thread: a folder of a network that is away answers after minutes, or never. */
async function realPath(path: string): Promise<string> {
  try {
    if (!(await stat(path)).isDirectory()) throw invalid(`${path} is a file. Choose a folder for the backups.`)
    await access(path, constants.R_OK | constants.W_OK | constants.X_OK)
    return await realpath(path)
  } catch (error) {
    if (error instanceof AppError) throw error
    throw invalid(
      isMissing(error)
        ? `There is no folder ${path}. Create it, or mount the disk that it is on.`
        : `The folder ${path} is not writable. Give the user that runs Pictable write permission.`,
    )
  }
}

const isBelow = (path: string, folder: string) => `${path}/`.startsWith(`${folder}/`)

/** Leaves space for the service where backups are on the disk of its data: a disk that is full would end it. */
function leavingSpace(place: Storage, folder: string): Storage {
  return {
    ...place,
    async put(key, bytes, contentType) {
      const { bavail, bsize } = await statfs(folder)
      if (bavail * bsize < BACKUP_RESERVE_BYTES + bytes.length)
        throw new AppError(
          'storage_unavailable',
          `The disk of ${folder} is the disk of the data folder, and has less than ${BACKUP_RESERVE_BYTES / 1e6} MB left. Free some space there, or choose a folder on another disk.`,
          { cause: Object.assign(new Error('The disk is nearly full'), { code: 'ENOSPC' }) },
        )
      await place.put(key, bytes, contentType)
    },
  }
}

async function openFolder(path: string, { PICTABLE_DATA_DIR: dataDir }: Config): Promise<Storage> {
  if (!isAbsolute(path))
    throw invalid(`"${path}" is not a place for backups. Use the absolute path of a folder, or s3://bucket/prefix.`)
  const real = await realPath(path)
  const place = createDiskStorage({ dir: real, called: 'backup folder', isPrivate: true })
  const data = await realpath(dataDir).catch((error) => {
    if (isMissing(error)) return null
    throw error
  })
  // A machine that only verifies backups has no data folder.
  if (data === null) return place
  if (isBelow(real, data))
    throw invalid(`${path} is inside the data folder ${dataDir}, so it would be lost with it. Choose another folder.`)
  if (placeFolders.some((folder) => isBelow(data, join(real, folder))))
    throw invalid(
      `${path} contains the data folder ${dataDir}, so it cannot also contain its backups. Choose another folder.`,
    )
  return (await stat(real)).dev === (await stat(data)).dev ? leavingSpace(place, real) : place
}

/** Whether one of two storages in the same bucket is in a folder that the other one writes to. */
function areMixed({ kind, bucket: one }: StorageAddress, { kind: otherKind, bucket: other }: StorageAddress): boolean {
  if (kind !== otherKind || one === undefined || one.name !== other?.name) return false
  const rootOf = (prefix: string) => (prefix === '' ? '' : `${prefix}/`)
  const isIn = (inner: string, outer: string) =>
    [...placeFolders, 'signed'].some((folder) => rootOf(inner).startsWith(`${rootOf(outer)}${folder}/`))
  return one.prefix === other.prefix || isIn(one.prefix, other.prefix) || isIn(other.prefix, one.prefix)
}

/**
 * Opens the place of backups: a folder by its whole path, or `s3://bucket/prefix`.
 * @throws AppError `invalid_request` when it cannot be one
 */
export async function openPlace(config: Config, place: string): Promise<Storage> {
  if (!isUrl(place)) return openFolder(place, config)
  const address = parseStorageAddress(place)
  if (address?.bucket === undefined) throw invalid(`"${place}" is not a bucket. Use the form s3://bucket/prefix.`)
  const images = parseStorageAddress(config.PICTABLE_STORAGE)
  if (images !== null && areMixed(images, address))
    throw invalid(`${place} is the storage of the images (PICTABLE_STORAGE). Choose another bucket or another prefix.`)
  return openAddress(config, address)
}

async function isEmpty(place: Storage): Promise<boolean> {
  for (const folder of [...copiedFolders, chunkFolder]) for await (const _ of place.list(folder)) return false
  return true
}

/** Makes the place that of this installation. @throws AppError when it holds anything else */
export async function claimPlace(place: Storage, storage: Storage, name: string): Promise<void> {
  if ((await place.get(markKey)) === null) {
    if (!(await isEmpty(place)))
      throw invalid(`${name} contains files that do not belong to a backup. Choose an empty folder or an empty prefix.`)
    await place.put(markKey, Buffer.from('Backups of Pictable\n'), 'text/plain')
  }
  await copyMark(storage, place).catch((error) => {
    if (!(error instanceof StartError)) throw error
    throw invalid(`${name} contains backups of another installation. Choose another folder or another prefix.`)
  })
}

/** Opens a place, and makes it that of this installation. @throws AppError when it cannot be used */
export async function openClaimed(config: Config, name: string, storage: Storage): Promise<Storage> {
  const place = await openPlace(config, name)
  try {
    await claimPlace(place, storage, name)
    return place
  } catch (error) {
    await place.close()
    throw error
  }
}

/** The ids of all whole backups, the newest first. */
export async function listBackups(place: Storage): Promise<string[]> {
  const ids: string[] = []
  for await (const { key } of place.list(manifestFolder)) {
    const id = idOfManifest(key)
    if (id !== undefined) ids.push(id)
  }
  return ids.sort().reverse()
}

/** @throws AppError when it is missing or damaged */
export async function readManifest(place: Storage, id: string): Promise<Manifest> {
  const key = keyOfManifest(id)
  const bytes = idOfManifest(key) === id ? await place.get(key) : null
  if (bytes === null) throw new AppError('not_found', `There is no backup ${id} there.`)
  return decodeManifest(id, bytes)
}

/** By less, the clocks of machines differ. */
const CLOCKS_DIFFER_MS = 3_600_000

interface Wanted {
  /** Of the place. */
  name: string
  /** Default: the newest. */
  id?: string | undefined
  now?: Date
}

/** @throws AppError when there is none, or when the newest has a time in the future: it may not be the latest */
export async function findBackup(place: Storage, { name, id, now = new Date() }: Wanted): Promise<Manifest> {
  const found = id ?? (await listBackups(place))[0]
  if (found === undefined) throw new AppError('not_found', `There is no backup in ${name}.`)
  const manifest = await readManifest(place, found)
  if (id === undefined && Date.parse(manifest.startedAt) > now.getTime() + CLOCKS_DIFFER_MS)
    throw new AppError(
      'conflict',
      `The backup ${found} has the time ${manifest.startedAt}, which is in the future, so it may not be the latest. Check the clock of this machine, or choose a backup with --id.`,
    )
  return manifest
}
