import { expect, test } from 'vitest'
import { lettersOutside, mainScript } from './letters-of-scripts.ts'

test('lettersOutside() finds the letters of a text that a family cannot have', () => {
  expect(lettersOutside(['Latin'], 'Sale سوق 50 %, Größe ế ´')).toEqual(['س', 'و', 'ق'])
  expect(lettersOutside(['Latin', 'Arabic'], 'Sale سوق')).toEqual([])
  expect(lettersOutside(['Latin', 'Burmese', 'Kana', 'Han'], 'A မင် いロー 永 다')).toEqual(['다'])
  expect(lettersOutside(null, 'سوق')).toEqual([])
})

test('lettersOutside() claims nothing of scripts whose names catalogues do not tell', () => {
  expect(lettersOutside(['Latin', 'Kana', 'Han'], 'ㄅㄆ ᐃ 𝠀')).toEqual([])
  expect(lettersOutside(['Signwriting'], '𝠀 永')).toEqual(['永'])
})

test('lettersOutside() takes a Greek letter alone for a sign', () => {
  expect(lettersOutside(['Latin'], '2πr, 10 kΩ, 10 kΩ')).toEqual([])
  expect(lettersOutside(['Latin'], 'π και ή')).toEqual(['κ', 'α', 'ι'])
})

test('mainScript() is that of most letters', () => {
  expect(mainScript('Sale سوق 50 %')).toBe('Latin')
  expect(mainScript('س سوق 50 % Tea')).toBe('Arabic')
  expect(mainScript('いろは 永')).toBe('Kana')
  expect(mainScript('50 %')).toBeUndefined()
})
