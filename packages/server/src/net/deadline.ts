import { type NetErrorCode, refusal } from './net-error.ts'

export type Deadline = {
  /** Starts a stage: at most `limitMs`, and never past the end of the whole; the stage before is over. */
  limit(code: NetErrorCode, limitMs: number, problem: string): void
  /** Called once when time is up or the caller aborts, at once when that has happened; replaces the one before. */
  onEnd(listener: (error: unknown) => void): void
  /** Releases the timer and the signal. */
  finish(): void
}

/** `host` is named in the errors. */
type DeadlineOptions = { host: string; totalMs: number; signal: AbortSignal | undefined }

/** One timer for one call: stages are cut by their own limit or by that of the whole, whichever comes first. */
export function createDeadline({ host, totalMs, signal }: DeadlineOptions): Deadline {
  const endsAtMs = performance.now() + totalMs
  let timer: NodeJS.Timeout | undefined
  let listener: ((error: unknown) => void) | undefined
  let ended: { error: unknown } | undefined

  function end(error: unknown): void {
    if (ended !== undefined) return
    ended = { error }
    finish()
    listener?.(error)
  }

  function finish(): void {
    clearTimeout(timer)
    signal?.removeEventListener('abort', onAbort)
  }

  function onAbort(): void {
    end(signal?.reason)
  }

  if (signal?.aborted) onAbort()
  else signal?.addEventListener('abort', onAbort)

  return {
    limit(code, limitMs, problem) {
      clearTimeout(timer)
      if (ended !== undefined) return
      const leftMs = Math.max(0, endsAtMs - performance.now())
      timer =
        limitMs < leftMs
          ? setTimeout(() => end(refusal(code, host, `${problem} within ${limitMs} ms`)), limitMs)
          : setTimeout(() => end(refusal('timeout', host, `not done within ${totalMs} ms`)), leftMs)
    },
    onEnd(next) {
      listener = next
      if (ended !== undefined) next(ended.error)
    },
    finish,
  }
}
