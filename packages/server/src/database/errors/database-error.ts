import { AppError } from '#core/errors.ts'
import { corruptError } from './corruption.ts'

const unavailable: readonly [pattern: RegExp, message: string][] = [
  [/^(53100|25006)$/, 'The database cannot be written to, most likely because its disk is full: free some space there'],
  [/^(53|57P|58|08|XX)/, 'The database is currently unavailable'],
  [/^(40001|40P01|55P03|57014)$/, 'The database was busy: retry'],
  [/^(E[A-Z]+|ERR_(STREAM|SOCKET)_[A-Z_]+)$/, 'The database cannot be reached'],
]

/** Of a damaged page, a damaged index, and a file that is gone. */
const corrupt = /^(XX001|XX002|58P01)$/

/** The SQLSTATE of an error, or what the network calls it. */
export function codeOf(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined
  return typeof error.code === 'string' ? error.code : undefined
}

/** What a failing database means to the product: `unavailable`, `database_corrupt` and `conflict` are told, the rest stays as it is. */
export function toAppError(error: unknown): unknown {
  if (error instanceof AppError) return error
  const code = codeOf(error)
  if (code === undefined) {
    const gone =
      error instanceof Error &&
      /^(Connection terminated|timeout (exceeded|expired)|Received unexpected |Query read timeout|Client |Cannot use a pool)/.test(
        error.message,
      )
    return gone ? new AppError('unavailable', 'The database cannot be reached', { cause: error }) : error
  }
  if (corrupt.test(code)) return corruptError(error instanceof Error ? error.message : code, { cause: error })
  if (code === '23505') return new AppError('conflict', 'It already exists', { cause: error })
  if (code === '23503')
    return new AppError('conflict', 'Another resource still uses it, or a resource that it needs no longer exists', {
      cause: error,
    })
  const known = unavailable.find(([pattern]) => pattern.test(code))
  return known ? new AppError('unavailable', known[1], { cause: error }) : error
}

/** Whether PostgreSQL ended a statement because it exceeded its time limit. */
export function isOverTime(error: unknown): boolean {
  return error instanceof AppError && codeOf(error.cause) === '57014'
}

/** Whether PostgreSQL ended a transaction because it and another one waited for each other: nothing of it was done. */
export function isBrokenOff(error: unknown): boolean {
  return error instanceof AppError && /^(40001|40P01)$/.test(codeOf(error.cause) ?? '')
}
