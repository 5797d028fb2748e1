import { expect, test } from 'vitest'
import { readBound } from './read-bound.ts'

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
