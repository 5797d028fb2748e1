import { median } from '#bench/bench.ts'

/** A median, and the bounds that contain the true one in 95 of 100 cases: null where there are too few values for bounds. */
export interface Interval {
  median: number
  lower: number | null
  upper: number | null
}

const MAX_CHANCE_OUTSIDE = 0.05

/** How many of the smallest values may be below the lower bound. Each value is below the true median with chance 1/2. */
function countOutside(count: number): number {
  let chance = 0.5 ** count
  let binomial = chance
  let outside = 0
  while (2 * chance <= MAX_CHANCE_OUTSIDE) {
    outside++
    binomial *= (count - outside + 1) / outside
    chance += binomial
  }
  return outside
}

/** `medianInterval()` uses only the order of the values, so that one pair that another program has disturbed moves nothing. */
export function medianInterval(values: readonly number[]): Interval {
  const sorted = values.toSorted((one, other) => one - other)
  const outside = countOutside(sorted.length)
  const lower = outside === 0 ? null : (sorted[outside - 1] ?? null)
  const upper = outside === 0 ? null : (sorted[sorted.length - outside] ?? null)
  return { median: median(sorted), lower, upper }
}

/** More than noise and taste: slower by 5 % even at the lower bound. */
export const MAX_LOWER_BOUND = 1.05

export const isSlower = ({ lower }: Interval): boolean => lower !== null && lower > MAX_LOWER_BOUND
