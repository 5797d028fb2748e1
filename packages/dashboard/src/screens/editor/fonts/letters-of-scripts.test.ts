import { expect, test } from 'vitest'
import { hasScript, lettersOutside } from './letters-of-scripts.ts'

test('lettersOutside() finds the letters of a text that a family cannot have', () => {
  expect(lettersOutside(['Latin'], 'Sale سوق 50 %, Größe ế ´')).toEqual(['س', 'و', 'ق'])
  expect(lettersOutside(['Latin', 'Arabic'], 'Sale سوق')).toEqual([])
  expect(lettersOutside(['Latin', 'Burmese', 'Kana', 'Han'], 'A မင် いロ 永 다')).toEqual(['다'])
  expect(lettersOutside(['Canadian Aboriginal', 'No Script'], 'ᐃ')).toEqual([])
  expect(lettersOutside(null, 'سوق')).toEqual([])
})

test('hasScript() looks for one letter', () => {
  expect(hasScript('Sale سوق', 'Arabic')).toBe(true)
  expect(hasScript('Sale 50', 'Arabic')).toBe(false)
  expect(hasScript('Sale', 'No Script')).toBe(false)
})
