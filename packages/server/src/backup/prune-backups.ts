import { AppError } from '#core/errors.ts'
import { hashOfKey } from '#core/image/file-key.ts'
import type { Storage } from '#core/ports/storage.ts'
import { codeOf } from '#database/errors/database-error.ts'
import { chunkFolder, isChunk, keyOfChunk, readLines } from './chunks.ts'
import { type BackingUp, type MadeBackup, makeBackup } from './make-backup.ts'
import { copiedFolders, keyOfManifest } from './manifest.ts'
import { listBackups, readManifest } from './place.ts'

/** Every key that a backup of the place needs. @throws AppError when one of them cannot be read: then nothing may go */
async function neededBy(place: Storage, ids: readonly string[]): Promise<Set<string>> {
  const needed = new Set<string>()
  for (const id of ids) {
    const { database, files } = await readManifest(place, id)
    for (const hash of [...database.chunks, ...files.chunks]) needed.add(keyOfChunk(hash))
    for await (const line of readLines(place, files.chunks)) needed.add(line.slice(0, line.indexOf(' ')))
  }
  return needed
}

/**
 * `pruneBackups()` deletes all but the newest backups, and every file of the place that no backup needs, such as those of
 * interrupted ones. To be called after a backup has ended, and while no other one runs.
 * @param keep default: all
 * @param latest the one just made: later ids are of a clock that was ahead, and go first. Default: the newest
 * @returns the ids of the backups that went
 */
export async function pruneBackups(
  place: Storage,
  keep = Number.POSITIVE_INFINITY,
  latest?: string,
): Promise<string[]> {
  const listed = await listBackups(place)
  const isAhead = (id: string) => latest !== undefined && id > latest
  const ids = [...listed.filter((id) => !isAhead(id)), ...listed.filter(isAhead)]
  const kept = ids.slice(0, Math.max(1, keep))
  const gone = ids.slice(kept.length)
  const needed = await neededBy(place, kept)
  // First what makes it a backup: a crash leaves none without its files.
  for (const id of gone) await place.delete(keyOfManifest(id))
  // What no backup has written, such as the notes of a file browser, is left alone.
  const isOurs = (key: string) => isChunk(key) || hashOfKey(key) !== null
  for (const folder of [chunkFolder, ...copiedFolders])
    for await (const { key } of place.list(folder)) if (isOurs(key) && !needed.has(key)) await place.delete(key)
  return gone
}

const isFull = (error: unknown) => error instanceof AppError && /^(ENOSPC|EDQUOT)$/.test(codeOf(error.cause) ?? '')

/**
 * `makeAndPrune()` makes a backup and keeps the newest ones of its place. One that has filled the disk leaves nothing: other
 * programs need the space, and the next backup would not fit either.
 * @param keep as for `pruneBackups()` @returns the backup, complete, and why older ones could not be pruned
 * @throws AppError as `makeBackup()`
 */
export async function makeAndPrune(
  options: BackingUp,
  keep?: number,
): Promise<MadeBackup & { warning: string | null }> {
  const made = await makeBackup(options).catch(async (error: unknown) => {
    // What it cannot delete either is deleted after the next backup.
    if (isFull(error)) await pruneBackups(options.place).catch(() => {})
    throw error
  })
  const warning = await pruneBackups(options.place, keep, options.id).then(() => null, warningOf)
  return { ...made, warning }
}

function warningOf(error: unknown): string {
  const why = error instanceof Error ? error.message : String(error)
  return `The backup is complete, but older backups and files could not be deleted: ${why}`
}
