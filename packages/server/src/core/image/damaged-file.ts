import { AppError } from '#core/errors.ts'
import { folderOfKey } from './file-key.ts'

const cures = {
  assets: 'Upload the same file again, or restore it from a backup.',
  fonts: 'Upload the same font again, or restore it from a backup.',
  images: 'Render it again (run the action with force, or repeat the request), or restore the file from a backup.',
  signed: 'Request the image again to render it again.',
} as const

/** What repairs a damaged or missing file of the storage. */
export function cureOfFile(key: string): string {
  return cures[folderOfKey(key) ?? 'images']
}

/** The stored bytes are not those that were stored. */
export function damagedFile(key: string): AppError {
  return new AppError(
    'file_damaged',
    `The file ${key} is damaged in the storage: its bytes do not match its SHA-256. ${cureOfFile(key)} "pictable verify" lists every damaged file.`,
  )
}

export function isDamaged(error: unknown): error is AppError {
  return error instanceof AppError && error.code === 'file_damaged'
}
