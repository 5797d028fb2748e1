import { expect, test } from 'vitest'
import { rangeOf } from './range.ts'

test.each([
  [[10, 5], {}, 0, 10, [0, 5, 10]],
  [[3, 97], {}, 0, 100, [0, 50, 100]],
  [[-20, 30], {}, -20, 40, [-20, 0, 20, 40]],
  [[0.1, 0.35], {}, 0, 0.4, [0, 0.1, 0.2, 0.3, 0.4]],
  [[5], { min: 2, max: 6 }, 2, 6, [2, 3, 4, 5, 6]],
  [[], {}, 0, 1, [0, 0.5, 1]],
] as const)('rangeOf(%j, %j) has round numbers', (numbers, bounds, low, high, ticks) => {
  const range = rangeOf({ numbers, axis: true, ...bounds })
  expect({ low: range.low, high: range.high }).toEqual({ low, high })
  expect(range.ticks).toEqual(ticks)
})
