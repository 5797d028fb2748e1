import type { Clock } from '#core/ports/clock.ts'

export interface Alarm {
  setFor(time: Date): void
  stop(): void
}

/**
 * One alarm, for the earliest time that was set. It never rings before that time by the clock: one timer in seven runs up to
 * 1 ms early, when nothing is due yet.
 */
export function createAlarm(clock: Clock, ring: () => void): Alarm {
  let timer: NodeJS.Timeout | undefined
  let ringsAtMs = Number.POSITIVE_INFINITY
  let isStopped = false

  function wait(): void {
    clearTimeout(timer)
    timer = setTimeout(ringOrWait, Math.max(1, ringsAtMs - clock.now().getTime()))
    timer.unref()
  }

  function ringOrWait(): void {
    if (clock.now().getTime() < ringsAtMs) wait()
    else {
      ringsAtMs = Number.POSITIVE_INFINITY
      ring()
    }
  }

  return {
    setFor(time) {
      if (isStopped || time.getTime() >= ringsAtMs) return
      ringsAtMs = time.getTime()
      wait()
    },
    stop() {
      isStopped = true
      clearTimeout(timer)
    },
  }
}
