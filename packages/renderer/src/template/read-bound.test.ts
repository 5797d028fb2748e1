import { expect, test } from 'vitest'
import { readBound, readPicture, shownValues } from './read-bound.ts'

test('readBound() gives the formatted value, the fallback of an empty one, and what cannot be formatted', () => {
  const read = (json: unknown, values = {}) => readBound(json, { values, locale: 'en' })
  const price = { bind: 'Price', fallback: 'free', format: { type: 'currency', currency: 'EUR', locale: 'en' } }
  expect(read(price, { Price: 4.5 })).toEqual({ value: '€4.50', isFallback: false, problems: [] })
  expect(read(price)).toEqual({ value: 'free', isFallback: true, problems: [] })
  expect(read(price, { Price: 'soon' })?.problems[0]).toContain('"soon" is not a number')
  expect(read({ bind: ['A', 'B'], format: { type: 'join', separator: ' ' } }, { A: 'x', B: 'y' })?.value).toBe('x y')
  expect(read({ expression: 'A + 1', fallback: 0 }, { A: 2 })?.value).toBe(3)
  expect(() => read({ expression: '-A' }, { A: 'x' })).toThrow(/at character 1/)
  expect([read('text'), read(5), read({ when: { value: 'A', empty: true } })]).toEqual([
    undefined,
    undefined,
    undefined,
  ])
})

test('shownValues() gives what is seen, in every kind that a property may have', () => {
  const shown = (json: unknown, values = {}, isPicture = false) =>
    shownValues(json, { values, locale: 'en', isPicture })
  const price = { bind: 'Price', fallback: 'free', format: { type: 'currency', currency: 'EUR', locale: 'en' } }
  expect(shown(price, { Price: 4.5 })).toEqual(['€4.50', '€4.50'])
  expect(shown(price)).toEqual(['free', 'free'])
  expect(shown({ bind: 'Stock' }, { Stock: '1' })).toEqual(['1', 1, true, '1'])
  expect(shown({ bind: ['A', 'B'] }, { A: 'x', B: 2 })).toEqual([['x', 2], 'x, 2'])
  expect(shown({ expression: 'A / 4', fallback: 0 }, { A: 2 })).toEqual([0.5, 0.5, '0.5'])
  expect(shown({ when: { value: 'A', empty: true } }, { A: 2 })).toEqual([false, false, 'false'])
  expect(shown({ bind: 'Photos' }, { Photos: ['asset:a', 'asset:b'] }, true)).toEqual(['asset:a'])
  expect([shown({ bind: 'Photos' }, {}, true), shown({ bind: 'A' }, { A: ' ' }), shown('text')]).toEqual([[], [], []])
})

test('shownValues() ends with the fallback where that takes the place of an invalid value', () => {
  const shown = (json: unknown, onInvalid: string, values = {}) =>
    shownValues(json, { values, locale: 'en', isPicture: false, onInvalid })
  const size = { bind: 'Size', fallback: '24' }
  expect(shown(size, 'fallback', { Size: 'big' })).toEqual(['big', 'big', '24', 24, '24'])
  expect(shown(size, 'fail', { Size: 'big' })).toEqual(['big', 'big'])
  expect(shown({ bind: 'Size' }, 'fallback', { Size: 'big' })).toEqual(['big', 'big'])
  const half = { expression: 'Size / 2', fallback: 7 }
  expect(shown(half, 'fallback', { Size: 'big' })).toEqual([7, 7, '7'])
  expect(() => shown(half, 'fail', { Size: 'big' })).toThrow()
})

test('readPicture() gives the address of a picture, written, bound or made of values', () => {
  const read = (json: unknown, values = {}) => readPicture(json, { values, locale: 'en' })
  expect(read('asset:ast_1')).toBe('asset:ast_1')
  expect(read({ bind: 'Photo', fallback: 'asset:none' }, { Photo: 'asset:ast_2' })).toBe('asset:ast_2')
  expect(read({ bind: 'Photo', fallback: 'asset:none' })).toBe('asset:none')
  expect(read('https://shop.example/{{SKU}}.jpg', { SKU: 'A1' })).toBe('https://shop.example/A1.jpg')
  expect([read('https://shop.example/{{SKU}}.jpg'), read(undefined), read({ bind: 'Photo' })]).toEqual(['', '', ''])
})
