export interface Alarm {
  setIn(waitMs: number): void
  stop(): void
}

/** One timer, for the earliest time that was set. */
export function createAlarm(ring: () => void): Alarm {
  let timer: NodeJS.Timeout | undefined
  let ringsAtMs = Number.POSITIVE_INFINITY
  let isStopped = false
  return {
    setIn(waitMs) {
      const afterMs = Math.max(1, waitMs)
      const atMs = performance.now() + afterMs
      if (isStopped || atMs >= ringsAtMs) return
      clearTimeout(timer)
      ringsAtMs = atMs
      timer = setTimeout(() => {
        ringsAtMs = Number.POSITIVE_INFINITY
        ring()
      }, afterMs)
      timer.unref()
    },
    stop() {
      isStopped = true
      clearTimeout(timer)
    },
  }
}
