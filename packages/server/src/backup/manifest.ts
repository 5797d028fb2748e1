import { hash } from 'node:crypto'
import { z } from 'zod'
import { AppError } from '#core/errors.ts'

/** Folders of the storage whose files are copied. Signed images are a cache: they are rendered again when they are missing. */
export const copiedFolders = ['assets', 'fonts', 'images'] as const

const sha256 = z.string().regex(/^[0-9a-f]{64}$/)

/** What a backup consists of: written last, so a backup without it was interrupted. */
const manifestSchema = z.object({
  format: z.literal(1),
  id: z.string(),
  /** When the backup began. What was written after `copiedAt` is not in it. */
  startedAt: z.iso.datetime(),
  copiedAt: z.iso.datetime(),
  version: z.string(),
  migrations: z.array(z.string()),
  /** Of the key that secrets are sealed with, which is in no backup; null when none was ever stored. */
  secretKeyId: z.string().nullable(),
  /** The cluster: its files are the bytes of the chunks, one behind the other. */
  database: z.object({
    folders: z.array(z.string()),
    files: z.array(z.object({ path: z.string(), sizeBytes: z.int().min(0) })),
    chunks: z.array(sha256),
  }),
  /** Images, assets and fonts: the bytes of the chunks are lines of key and size. */
  files: z.object({ count: z.int(), sizeBytes: z.int(), chunks: z.array(sha256) }),
  /** Keys of files that were damaged in the storage, and are not in the backup. */
  damaged: z.array(z.string()),
})

export type Manifest = z.output<typeof manifestSchema>

export const manifestFolder = 'backups'

/** Ids begin with their time, so they sort by it. */
const manifestKey = /^backups\/(bak_[0-9a-z]+)\.json$/

export const keyOfManifest = (id: string): string => `${manifestFolder}/${id}.json`

export const idOfManifest = (key: string): string | undefined => manifestKey.exec(key)?.[1]

/** The first line is the SHA-256 of the rest. */
export function encodeManifest(manifest: Manifest): Uint8Array {
  const json = JSON.stringify(manifest)
  return Buffer.from(`${hash('sha256', json)}\n${json}`)
}

/** @throws AppError when a byte has changed */
export function decodeManifest(id: string, bytes: Uint8Array): Manifest {
  const text = Buffer.from(bytes).toString('utf8')
  const end = text.indexOf('\n')
  const json = text.slice(end + 1)
  if (end < 0 || hash('sha256', json) !== text.slice(0, end))
    throw new AppError(
      'file_damaged',
      `The manifest of the backup ${id} is damaged: its bytes do not match its SHA-256. Restore another backup.`,
    )
  const { data } = manifestSchema.safeParse(JSON.parse(json))
  if (data === undefined)
    throw new AppError(
      'invalid_request',
      `The backup ${id} was created by a newer release of Pictable. Install that release.`,
    )
  return data
}

export function sizeOfBackup({ database, files }: Manifest): number {
  return database.files.reduce((sum, { sizeBytes }) => sum + sizeBytes, files.sizeBytes)
}
