import { expect, test } from 'vitest'
import { weightName, weightOf } from './weight-name.ts'

test('a weight is known by its name', () => {
  for (const weight of [100, 400, 600, 700, 900]) expect(weightOf(weightName(weight))).toBe(weight)
  expect(['semibold', 'EXTRA-BOLD', ' bold ', 'wide', '', '700'].map(weightOf)).toEqual([
    ...[600, 800, 700],
    ...[undefined, undefined, undefined],
  ])
})
