import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startWorkDeadline } from './work-clock.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const LIMIT_MS = 1000

/** When a process that has a processor for such a part of the time is late; null while it is not within an hour. */
function lateAfterMs(part: number, until: { finishedMs?: number } = {}): number | null {
  const startedAt = Date.now()
  let lateAt: number | null = null
  const deadline = startWorkDeadline(
    () => (Date.now() - startedAt) * part,
    LIMIT_MS,
    () => {
      lateAt = Date.now() - startedAt
    },
  )
  if (until.finishedMs !== undefined) {
    vi.advanceTimersByTime(until.finishedMs)
    deadline.stop()
  }
  vi.advanceTimersByTime(3_600_000)
  return lateAt
}

test('a process that works is late at its limit', () => {
  expect(lateAfterMs(1)).toBe(1000)
})

test('one that gets half of a processor has twice as long', () => {
  expect(lateAfterMs(0.5)).toBeGreaterThan(1990)
  expect(lateAfterMs(0.5, { finishedMs: 1900 })).toBeNull()
})

test('one that gets next to nothing is late in the end: it may hang', () => {
  expect(lateAfterMs(0.01)).toBeGreaterThan(9000)
  expect(lateAfterMs(0)).toBe(11_000)
})
