import { expect, test } from 'vitest'
import { placeByKey } from './list-keys.ts'

const isOption = (at: number) => at !== 0 && at !== 4

test.each([
  ['ArrowDown', -1, 1],
  ['ArrowDown', 3, 5],
  ['ArrowUp', 5, 3],
  ['ArrowDown', 11, 11],
  ['ArrowUp', 1, 1],
  ['PageDown', 1, 10],
  ['PageUp', 10, 1],
  ['PageDown', 9, 11],
  ['Enter', 1, undefined],
  ['constructor', 1, undefined],
])('%s leads from %d to %j, over headings and no further than the ends', (key, active, place) => {
  expect(placeByKey(key, { count: 12, active, isOption })).toBe(place)
})
