import { describe, expect, test } from 'vitest'
import { addWithinSize, inParts } from './within-size.ts'

describe('addWithinSize()', () => {
  test('counts names as well as values', () => {
    const fields = Object.fromEntries(Array.from({ length: 200 }, (_, n) => [`field ${n} ${'x'.repeat(90)}`, 'abc']))
    const taken: { fields: typeof fields }[] = []
    expect(
      addWithinSize(
        taken,
        Array.from({ length: 1000 }, () => ({ fields })),
      ),
    ).toBe(false)
    expect(JSON.stringify(taken).length).toBeLessThan(1_100_000)
    expect(taken.length).toBeGreaterThan(30)
  })
})

describe('addWithinSize() with a large record', () => {
  const large = { fields: { Text: 'x'.repeat(1_500_000) } }
  const small = (n: number) => ({ fields: { Text: `${n}` } })

  test.each([
    ['between others', [small(1), large, small(2)], [small(1), small(2)], false],
    ['before others', [large, small(1)], [small(1)], false],
    ['alone', [large], [large], true],
    ['beside others like it', [large, { ...large }], [large], false],
  ])('%s', (_, items, expected, isWhole) => {
    const taken: typeof items = []
    expect(addWithinSize(taken, items)).toBe(isWhole)
    expect(taken).toEqual(expected)
  })
})

describe('inParts()', () => {
  const parts = (lengths: readonly number[]) => [...inParts(lengths, (length) => length)]

  test('keeps small items together', () => {
    expect(parts([1, 2, 3])).toEqual([[1, 2, 3]])
    expect(parts([])).toEqual([])
  })

  test('gives large items parts of their own', () => {
    expect(parts([900_000, 900_000, 50_000, 60_000, 2_000_000, 1])).toEqual([
      [900_000],
      [900_000],
      [50_000, 60_000],
      [2_000_000],
      [1],
    ])
  })
})
