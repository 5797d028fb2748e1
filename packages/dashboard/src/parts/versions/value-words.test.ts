import { expect, test } from 'vitest'
import { valueWords } from './value-words.ts'

test.each([
  [undefined, 'nothing'],
  ['Sale', 'Sale'],
  [12.5, '12.5'],
  [{ bind: 'Price' }, 'Field “Price”'],
  [{ bind: 'Price', fallback: '' }, 'Field “Price”'],
  [{ bind: 'Price', fallback: 'on request' }, 'Field “Price”, or: on request'],
  [
    {
      type: 'linear',
      angle: 150,
      stops: [
        { at: 0, color: '#ff0000' },
        { at: 1, color: { bind: 'Accent' } },
      ],
    },
    'Linear gradient: #ff0000, Field “Accent”',
  ],
  [{ type: 'picture', src: 'asset:ast_1' }, 'Picture: asset:ast_1'],
  [{ x: 0, y: 4, color: '#000000' }, 'x: 0, y: 4, color: #000000'],
  [[8, 12], '8, 12'],
])('%j is %s', (value, words) => {
  expect(valueWords(value)).toBe(words)
})
