import { AppError, isRetryable } from './errors.ts'

/** The first retry follows within this time … */
const FIRST_MS = 1000
/** … and no retry waits longer. */
export const MAX_BACKOFF_MS = 30_000

interface BackoffOptions {
  /** Failures in a row, at least 1. */
  failures: number
  /** Random, from 0 to 1. */
  chance: number
  firstMs?: number
  maxMs?: number
  /** Delay that the other side asked for. */
  retryAfterMs?: number | undefined
}

/**
 * Delay before the next attempt. It doubles with every failure up to `maxMs`; half of it is jitter. What the other side asked
 * for replaces it, up to `maxMs` and with jitter behind it: callers that it sent away together do not come back together.
 */
export function backoffMs(options: BackoffOptions): number {
  const { failures, chance, firstMs = FIRST_MS, maxMs = MAX_BACKOFF_MS, retryAfterMs = 0 } = options
  if (retryAfterMs > 0) return Math.round(Math.min(maxMs, retryAfterMs) + chance * Math.min(firstMs, retryAfterMs))
  const fullMs = Math.min(maxMs, firstMs * 2 ** (failures - 1))
  return Math.round((fullMs * (1 + chance)) / 2)
}

/** Whether the error catalogue says that the same call fails again until someone acts. */
export function isPermanent(error: unknown): boolean {
  return error instanceof AppError && !isRetryable(error)
}

/** As `backoffMs()`, and the longest delay at once where a retry does not help. */
export function retryDelayMs(error: unknown, options: BackoffOptions): number {
  return isPermanent(error) ? (options.maxMs ?? MAX_BACKOFF_MS) : backoffMs(options)
}
