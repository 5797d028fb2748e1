import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { jsonMistake } from './json-mistake.ts'

describe('jsonMistake()', () => {
  test.each([
    ['', 0],
    ['{"a" 1}', 5],
    ['{"a":}', 5],
    ['{"a":1,}', 7],
    ['[1,]', 3],
    ['[1 2]', 3],
    ['{"a":1]', 6],
    ["{'a':1}", 1],
    ['[tru]', 1],
    ['[01]', 2],
    ['["a\nb"]', 1],
    ['{} {}', 3],
    ['{"a":[1', 7],
    ['NaN', 0],
  ])('finds the place in %j', (text, index) => {
    expect(() => JSON.parse(text)).toThrow()
    expect(jsonMistake(text)).toBe(index)
  })

  test('finds none before the end of what JSON.stringify writes', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        expect(jsonMistake(text)).toBe(text.length)
      }),
    )
  })

  test('never points behind a character that was broken', () => {
    fc.assert(
      fc.property(fc.json(), fc.nat(), (text, place) => {
        const at = place % (text.length + 1)
        const broken = `${text.slice(0, at)}\u0001${text.slice(at)}`
        expect(jsonMistake(broken)).toBeLessThanOrEqual(at)
      }),
    )
  })
})
