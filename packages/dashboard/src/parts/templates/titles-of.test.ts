import { expect, test } from 'vitest'
import { titlesOf } from './titles-of.ts'

test.each([
  [1, 'Action 1'],
  [2, 'Action 1 and Action 2'],
  [3, 'Action 1, Action 2, and Action 3'],
  [200, 'Action 1, Action 2, Action 3, and 197 more'],
])('titlesOf() of %i actions', (count, words) => {
  expect(titlesOf(Array.from({ length: count }, (_, index) => ({ title: `Action ${index + 1}` })))).toBe(words)
})
