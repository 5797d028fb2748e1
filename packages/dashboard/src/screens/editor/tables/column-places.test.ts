import { expect, test } from 'vitest'
import { movedPlaces } from './column-places.ts'

test.each([
  [0, 2, [1, 2, 0, 3]],
  [3, 0, [3, 0, 1, 2]],
  [1, 1, [0, 1, 2, 3]],
])('movedPlaces() moves place %d to %d', (from, to, places) => {
  expect(movedPlaces(4, { from, to })).toEqual(places)
})
