import { expect, test } from 'vitest'
import { isSlower, medianInterval } from './interval.ts'

const fifteen = [1.2, 0.9, 1.0, 1.1, 1.3, 0.8, 1.01, 1.02, 0.99, 0.98, 1.03, 0.97, 1.04, 0.96, 5]

test('medianInterval() takes the fourth value from each end of fifteen', () => {
  // P(at most 3 of 15 below the median) = 576 / 32768, twice that is 3.5 %; with 4 it would be 11.8 %.
  expect(medianInterval(fifteen)).toEqual({ median: 1.01, lower: 0.97, upper: 1.1 })
})

test('medianInterval() has no bounds for fewer than six values', () => {
  expect(medianInterval([1, 2, 3, 4, 5])).toEqual({ median: 3, lower: null, upper: null })
  expect(medianInterval([1, 2, 3, 4, 5, 6])).toMatchObject({ lower: 1, upper: 6 })
})

test('medianInterval() contains the true median in at least 95 of 100 samples', () => {
  let seed = 1
  const random = () => {
    seed = (seed * 48_271) % 2_147_483_647
    return seed / 2_147_483_647
  }
  const trials = 4000
  let contained = 0
  for (let trial = 0; trial < trials; trial++) {
    // Skewed, as times are: half of the values are below 1.
    const { lower, upper } = medianInterval(Array.from({ length: 15 }, () => -Math.log2(random())))
    if (lower !== null && upper !== null && lower <= 1 && upper >= 1) contained++
  }
  expect(contained / trials).toBeGreaterThan(0.95)
})

test('isSlower() needs more than 5 % at the lower bound', () => {
  const times = (factor: number) => medianInterval(fifteen.map((value) => value * factor))
  expect(isSlower(times(1))).toBe(false)
  // The median is 1.07, and it may be noise.
  expect(isSlower(times(1.06))).toBe(false)
  expect(isSlower(times(1.1))).toBe(true)
  expect(isSlower(medianInterval([2, 2, 2]))).toBe(false)
})
