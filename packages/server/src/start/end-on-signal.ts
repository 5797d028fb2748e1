const exitWithinMs = 30_000

export interface Ending {
  /** Aborted once the process was told to end. */
  signal: AbortSignal
  /** Says how to finish what is under way. */
  finishBy(close: () => Promise<void>): void
}

/**
 * Ends the process on SIGTERM and SIGINT: everything under way is finished, at most 30 s; a second signal ends at once. It
 * counts from the first moment: whoever is the first process of a container dies of no signal by itself.
 */
export function endOnSignal(): Ending {
  const stopping = new AbortController()
  let finish = async () => {}
  const end = async () => {
    if (stopping.signal.aborted) process.exit(1)
    stopping.abort()
    setTimeout(() => process.exit(1), exitWithinMs).unref()
    try {
      await finish()
      process.exit(0)
    } catch (error) {
      console.error(error)
      process.exit(1)
    }
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, end)
  return {
    signal: stopping.signal,
    finishBy(close) {
      finish = close
    },
  }
}
