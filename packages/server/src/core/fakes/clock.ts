import type { Clock } from '#core/ports/clock.ts'

/** A clock that stands still until it is moved. */
export function fixedClock(start = '2025-11-20T12:00:00.000Z'): Clock & { advance(timeMs: number): void } {
  let nowMs = new Date(start).getTime()
  return {
    now: () => new Date(nowMs),
    advance(timeMs) {
      nowMs += timeMs
    },
  }
}
