import { AppError } from '#core/errors.ts'
import { RefusedBatch } from '#sources/hosted/write-in-batches.ts'
import { busy, codeOf, missing, refusedRow } from './fault.ts'

/** SQLite's own number of what went wrong, without its finer half; 0 for other errors. */
function resultOf(error: unknown): number {
  if (codeOf(error) !== 'ERR_SQLITE_ERROR') return 0
  return error instanceof Error && 'errcode' in error && typeof error.errcode === 'number' ? error.errcode & 0xff : 0
}

const unavailable = (file: string, what: string, cause: unknown) =>
  new AppError('source_unavailable', `The file "${file}" ${what}.`, { cause })

/** What an error of the driver means; others stay as they are. */
export function sqliteFault(error: unknown, file: string): unknown {
  if (!(error instanceof Error)) return error
  const message = error.message.replace(/\.$/, '')
  switch (resultOf(error)) {
    case 0:
      return error
    case 5:
    case 6:
      return busy('SQLite', error)
    // A rule of the table, a trigger that objects, a value that is too large or of another type.
    case 18:
    case 19:
    case 20:
      return new RefusedBatch(refusedRow('SQLite', message, error))
    case 3:
    case 8:
    case 23:
      return new AppError(
        'source_forbidden',
        `The file "${file}" cannot be written: ${message}. Give the user that runs Pictable write permission for the file and its folder.`,
        { cause: error },
      )
    case 11:
    case 26:
      return new AppError(
        'source_invalid',
        `The file "${file}" is not an SQLite database, or it is damaged: ${message}. Check the path in the connection.`,
        { cause: error },
      )
    case 1:
    case 17:
      return missing(error)
    default:
      return unavailable(file, `is unavailable: ${message}. Retry later`, error)
  }
}
