import { type NetErrorCode, refusal } from '#net/policy/net-error.ts'

export type Deadline = {
  /** Starts a stage: at most `limitMs`, and never past the end of the whole; the stage before is over. */
  limit(code: NetErrorCode, limitMs: number, problem: string): void
  /** Stops the clock; what it answers starts it again, of the whole only. A caller may abort meanwhile. */
  rest(): () => void
  /** Called once when time is up or the caller aborts, at once when that has happened; replaces the one before. */
  onEnd(listener: (error: unknown) => void): void
  /** Releases the timer and the signal. */
  finish(): void
}

/** `host` is named in the errors. */
type DeadlineOptions = { host: string; totalMs: number; signal: AbortSignal | undefined }

/** One timer for one call: stages are cut by their own limit or by that of the whole, whichever comes first. */
export function createDeadline({ host, totalMs, signal }: DeadlineOptions): Deadline {
  let endsAtMs = performance.now() + totalMs
  let timer: NodeJS.Timeout | undefined
  let lastTurn: NodeJS.Immediate | undefined
  let listener: ((error: unknown) => void) | undefined
  let ended: { error: unknown } | undefined

  function end(error: unknown): void {
    if (ended !== undefined) return
    ended = { error }
    finish()
    listener?.(error)
  }

  function stopTimer(): void {
    clearTimeout(timer)
    clearImmediate(lastTurn)
  }

  function finish(): void {
    stopTimer()
    signal?.removeEventListener('abort', onAbort)
  }

  function onAbort(): void {
    end(signal?.reason)
  }

  function limit(code: NetErrorCode, limitMs: number, problem: string): void {
    stopTimer()
    if (ended !== undefined) return
    const leftMs = Math.max(0, endsAtMs - performance.now())
    const late = () =>
      limitMs < leftMs
        ? refusal(code, host, `${problem} within ${limitMs} ms`)
        : refusal('timeout', host, `not done within ${totalMs} ms`)
    // What came while this process was busy elsewhere is read before: then the host was not late.
    const afterReading = () => {
      lastTurn = setImmediate(() => end(late()))
    }
    timer = setTimeout(afterReading, Math.min(limitMs, leftMs))
  }

  if (signal?.aborted) onAbort()
  else signal?.addEventListener('abort', onAbort)

  return {
    limit,
    rest() {
      stopTimer()
      const restsFromMs = performance.now()
      return () => {
        endsAtMs += performance.now() - restsFromMs
        limit('timeout', Number.POSITIVE_INFINITY, '')
      }
    },
    onEnd(next) {
      listener = next
      if (ended !== undefined) next(ended.error)
    },
    finish,
  }
}
