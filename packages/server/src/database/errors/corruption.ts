import { AppError } from '#core/errors.ts'

/** @param where what is corrupt, by its place where that is known */
export function corruptError(
  detail: string,
  { where = 'The database', cause }: { where?: string; cause?: unknown } = {},
): AppError {
  const message = `${where} is corrupt: ${detail}. Stop Pictable, save a copy of the data, and restore a backup.`
  return new AppError('database_corrupt', message, { cause })
}

/** What was found damaged in an open database: it stays so until it is opened again. */
export interface Corruption {
  /** The first that was found; null while there is none. */
  found(): AppError | null
  /** Remembers an error when it is one. @returns it as it is */
  note(error: unknown): unknown
}

export function watchCorruption(): Corruption {
  let first: AppError | null = null
  return {
    found: () => first,
    note(error) {
      if (error instanceof AppError && error.code === 'database_corrupt') first ??= error
      return error
    },
  }
}
