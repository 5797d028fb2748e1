import { isRetryable } from '#core/errors.ts'

const tries = 3
const longestWaitMs = 30_000

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

/**
 * Waits before the next try of something that failed for the `failed`-th time.
 * @returns false when trying again cannot help, or was tried often enough
 */
export async function waitToRetry(error: unknown, failed: number, signal: AbortSignal): Promise<boolean> {
  if (signal.aborted || failed >= tries || !isRetryable(error)) return false
  await wait(Math.min(error.retryAfterMs ?? 500 * 2 ** failed, longestWaitMs), signal)
  return true
}

/** Does the work up to three times while its error says that trying again can help. */
export async function attempt<Result>(work: () => Promise<Result>, signal: AbortSignal): Promise<Result> {
  for (let failed = 1; ; failed++) {
    try {
      return await work()
    } catch (error) {
      if (!(await waitToRetry(error, failed, signal))) throw error
    }
  }
}
