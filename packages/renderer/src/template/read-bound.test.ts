import { expect, test } from 'vitest'
import { readBound, readPicture } from './read-bound.ts'

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

test('readPicture() gives the address of a picture, written, bound or made of values', () => {
  const read = (json: unknown, values = {}) => readPicture(json, { values, locale: 'en' })
  expect(read('asset:ast_1')).toBe('asset:ast_1')
  expect(read({ bind: 'Photo', fallback: 'asset:none' }, { Photo: 'asset:ast_2' })).toBe('asset:ast_2')
  expect(read({ bind: 'Photo', fallback: 'asset:none' })).toBe('asset:none')
  expect(read('https://shop.example/{{SKU}}.jpg', { SKU: 'A1' })).toBe('https://shop.example/A1.jpg')
  expect([read('https://shop.example/{{SKU}}.jpg'), read(undefined), read({ bind: 'Photo' })]).toEqual(['', '', ''])
})
