import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isDead, nextAttempt, scheduleMs } from './next-attempt.ts'

const now = new Date('2025-11-20T20:34:00Z')
const middle = { chance: 0.5, now }
const hourMs = 3_600_000

describe('scheduleMs', () => {
  test('is n² seconds twenty times, then hours, about three days in all', () => {
    expect(scheduleMs.slice(0, 20)).toEqual(Array.from({ length: 20 }, (_, index) => (index + 1) ** 2 * 1000))
    expect(scheduleMs.slice(20)).toEqual([1, 3, 6, 12, 24, 24].map((hours) => hours * hourMs))
    const days = scheduleMs.reduce((sum, step) => sum + step, 0) / (24 * hourMs)
    expect(days).toBeGreaterThan(2.9)
    expect(days).toBeLessThan(3.1)
  })
})

describe('nextAttempt()', () => {
  test.each([
    ['200 on the first', 1, { status: 200 }, { state: 'delivered' }],
    ['204 on the last', 27, { status: 204 }, { state: 'delivered' }],
    ['no answer', 1, { status: null }, { state: 'retry', waitMs: 1000 }],
    ['a redirect', 2, { status: 302 }, { state: 'retry', waitMs: 4000 }],
    ['404', 3, { status: 404 }, { state: 'retry', waitMs: 9000 }],
    ['500 on the twentieth', 20, { status: 500 }, { state: 'retry', waitMs: 400_000 }],
    ['500 on the 21st', 21, { status: 500 }, { state: 'retry', waitMs: hourMs }],
    ['500 on the 26th', 26, { status: 500 }, { state: 'retry', waitMs: 24 * hourMs }],
    ['500 on the 27th, the last', 27, { status: 500 }, { state: 'failed' }],
    ['410', 1, { status: 410 }, { state: 'gone' }],
    ['503 with seconds', 1, { status: 503, retryAfter: '120' }, { state: 'retry', waitMs: 120_000 }],
    [
      '429 with a date',
      1,
      { status: 429, retryAfter: 'Thu, 20 Nov 2025 20:35:00 GMT' },
      { state: 'retry', waitMs: 60_000 },
    ],
    ['503 that asks for less than the step', 10, { status: 503, retryAfter: '5' }, { state: 'retry', waitMs: 100_000 }],
    ['503 that asks for a day', 1, { status: 503, retryAfter: '86400' }, { state: 'retry', waitMs: hourMs }],
    [
      '503 that asks for a day, late',
      24,
      { status: 503, retryAfter: '999999' },
      { state: 'retry', waitMs: 24 * hourMs },
    ],
    ['429 with nonsense', 1, { status: 429, retryAfter: 'soon' }, { state: 'retry', waitMs: 1000 }],
    [
      '429 with a date that is over',
      1,
      { status: 429, retryAfter: 'Thu, 20 Nov 2025 20:33:00 GMT' },
      { state: 'retry', waitMs: 1000 },
    ],
    ['500 with Retry-After', 1, { status: 500, retryAfter: '120' }, { state: 'retry', waitMs: 1000 }],
  ] as const)('%s', (_, n, outcome, expected) => {
    expect(nextAttempt(n, outcome, middle)).toEqual(expected)
  })

  test('moves the wait by at most a fifth', () => {
    const arbitrary = { n: fc.integer({ min: 1, max: 26 }), chance: fc.double({ min: 0, max: 1, noNaN: true }) }
    fc.assert(
      fc.property(fc.record(arbitrary), ({ n, chance }) => {
        const next = nextAttempt(n, { status: 500 }, { chance, now })
        const step = scheduleMs[n - 1] ?? 0
        expect(next.state === 'retry' && next.waitMs >= step * 0.8 - 1 && next.waitMs <= step * 1.2 + 1).toBe(true)
      }),
    )
  })

  test('never waits longer for Retry-After than one hour or twice the step, whatever it says', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 26 }), fc.string(), (n, retryAfter) => {
        const next = nextAttempt(n, { status: 503, retryAfter }, middle)
        const most = Math.max(hourMs, 2 * (scheduleMs[n - 1] ?? 0))
        expect(next.state === 'retry' && next.waitMs <= most).toBe(true)
      }),
    )
  })
})

describe('isDead()', () => {
  const ago = (days: number) => new Date(now.getTime() - days * 24 * hourMs)
  test.each([
    ['never failed', null, 0, false],
    ['failing for 4.9 days', ago(4.9), 40, false],
    ['failing for 5 days, 19 times', ago(5), 19, false],
    ['failing for 5 days, 20 times', ago(5), 20, true],
  ] as const)('%s', (_, failingSince, failedAttempts, expected) => {
    expect(isDead({ failingSince, failedAttempts }, now)).toBe(expected)
  })
})
