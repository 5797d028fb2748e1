import { describe, expect, test } from 'vitest'
import { backoffMs, retryDelayMs } from './backoff.ts'
import { AppError } from './errors.ts'

describe('backoffMs()', () => {
  test('doubles up to 30 s, between half of the delay and all of it', () => {
    const delays = (chance: number) => [1, 2, 3, 4, 5, 6, 7, 1000].map((failures) => backoffMs({ failures, chance }))
    expect(delays(0)).toEqual([500, 1000, 2000, 4000, 8000, 15_000, 15_000, 15_000])
    expect(delays(1)).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000])
  })

  test('takes other bounds', () => {
    const delays = [1, 2, 3, 4].map((failures) => backoffMs({ failures, chance: 1, firstMs: 10, maxMs: 50 }))
    expect(delays).toEqual([10, 20, 40, 50])
  })

  test('waits for as long as it was asked to, up to the longest delay, and spreads who was asked', () => {
    const delays = (retryAfterMs: number) =>
      [0, 0.5, 1].map((chance) => backoffMs({ failures: 1, chance, retryAfterMs, maxMs: 15_000 }))
    expect(delays(0)).toEqual([500, 750, 1000])
    expect(delays(100)).toEqual([100, 150, 200])
    expect(delays(5000)).toEqual([5000, 5500, 6000])
    expect(delays(600_000)).toEqual([15_000, 15_500, 16_000])
  })
})

describe('retryDelayMs()', () => {
  test('is the longest delay at once when a retry does not help', () => {
    const first = { failures: 1, chance: 0 }
    expect(retryDelayMs(new AppError('unavailable', 'The database cannot be reached'), first)).toBe(500)
    expect(retryDelayMs(new Error('unknown'), first)).toBe(500)
    expect(retryDelayMs(new AppError('conflict', 'There is one already'), first)).toBe(30_000)
  })
})
