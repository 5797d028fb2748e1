import { expect, test } from 'vitest'
import { isEqual } from './json.ts'

test.each([
  // A place that was rounded may be -0, and comes back from the server as 0.
  [{ x: -0 }, { x: 0 }, true],
  [{ x: 1, y: undefined }, { x: 1 }, true],
  [{ x: 1, y: 2 }, { y: 2, x: 1 }, true],
  [[1, 2], [2, 1], false],
  [{ x: null }, {}, false],
  [[], {}, false],
  [undefined, {}, false],
])('isEqual() of %j and %j is %s', (one, other, equal) => {
  expect(isEqual(one, other)).toBe(equal)
  expect(isEqual(other, one)).toBe(equal)
})
