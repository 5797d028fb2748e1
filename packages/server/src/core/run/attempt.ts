import { backoffMs } from '#core/backoff.ts'
import { isRetryable } from '#core/errors.ts'

export const MAX_ATTEMPTS = 3

/** Who retries: until when, and by which chance. */
export interface Retrier {
  signal: AbortSignal
  /** Random, from 0 to 1. */
  chance(): number
}

/** Resolves after the time; rejects with the signal's reason as soon as it aborts. */
export function wait(timeMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason)
    const stop = () => {
      clearTimeout(timer)
      reject(signal.reason)
    }
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop)
      resolve()
    }, timeMs)
    signal.addEventListener('abort', stop, { once: true })
  })
}

/** Waits for the backoff. */
export function waitBackoff(
  { signal, chance }: Retrier,
  options: Omit<Parameters<typeof backoffMs>[0], 'chance'>,
): Promise<void> {
  return wait(backoffMs({ ...options, chance: chance() }), signal)
}

/**
 * Waits before the next attempt of something that failed for the `failures`-th time.
 * @returns false when a retry cannot help, or the attempts are exhausted
 */
export async function waitToRetry(error: unknown, failures: number, retrier: Retrier): Promise<boolean> {
  if (retrier.signal.aborted || failures >= MAX_ATTEMPTS || !isRetryable(error)) return false
  await waitBackoff(retrier, { failures, retryAfterMs: error.retryAfterMs })
  return true
}

/** Does the work up to three times while its error says that a retry can help. */
export async function attempt<Result>(work: () => Promise<Result>, retrier: Retrier): Promise<Result> {
  for (let failures = 1; ; failures++) {
    try {
      return await work()
    } catch (error) {
      if (!(await waitToRetry(error, failures, retrier))) throw error
    }
  }
}
