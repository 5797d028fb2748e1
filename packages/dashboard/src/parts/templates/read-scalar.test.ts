import { expect, test } from 'vitest'
import { readScalar, readShownScalar } from './read-scalar.ts'

test.each([
  ['12', 12, 12],
  ['-0.5', -0.5, -0.5],
  ['12.', 12, '12.'],
  [' 7 ', 7, ' 7 '],
  ['1e999', '1e999', '1e999'],
  ['NaN', 'NaN', 'NaN'],
  ['Infinity', 'Infinity', 'Infinity'],
  [' ', ' ', ' '],
  ['tea', 'tea', 'tea'],
])('%j is read as %j, and as %j where it is shown at once', (text, read, shown) => {
  expect([readScalar(text), readShownScalar(text)]).toEqual([read, shown])
})
