/** So long may what a worker takes at once last: others wait for their turn meanwhile. */
const AIM_MS = 500
/** One quick job says little of the next ones. */
const GROWTH = 4

export interface Pace {
  /** So many jobs are taken next. */
  next(): number
  took(count: number, elapsedMs: number): void
  /** One at a time again. */
  reset(): void
}

/** Finds how many jobs a worker takes at once: `most` while they are quick, one when it takes its time. */
export function createPace(most: number): Pace {
  let next = 1
  return {
    next: () => next,
    took(count, elapsedMs) {
      next = Math.max(1, Math.floor(Math.min((count * AIM_MS) / elapsedMs, count * GROWTH, most)))
    },
    reset() {
      next = 1
    },
  }
}
