import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { problemsOfShape, problemsOfTexts } from './json-shape.ts'

describe('problemsOfShape()', () => {
  test.each([
    ['{"a":1,"a":2}', '/a'],
    ['{"a":[{},{"b":1,"c":[],"b":2}]}', '/a/1/b'],
    ['{"a":1,"\\u0061":2}', '/a'],
    ['[[{"__proto__":1}]]', '/0/0/__proto__'],
    ['{"a/b":{"~":1,"~":2}}', '/a~1b/~0'],
    ['{"x":{"a":1},"y":{"a":1,"b":{"a":1}},"y":1}', '/y'],
  ])('finds what is wrong in %s', (text, pointer) => {
    expect(problemsOfShape(text).map((problem) => problem.pointer)).toEqual([pointer])
  })

  test('bounds the depth at 64', () => {
    expect(problemsOfShape('['.repeat(64) + ']'.repeat(64))).toEqual([])
    expect(problemsOfShape('['.repeat(65) + ']'.repeat(65))).toMatchObject([{ detail: /deeper than 64/ }])
  })

  test('bounds the keys of an object', () => {
    const object = (count: number) => `{"a":[{${Array.from({ length: count }, (_, n) => `"k${n}":1`).join()}}]}`
    expect(problemsOfShape(object(10_000))).toEqual([])
    expect(problemsOfShape(object(10_001))).toEqual([{ pointer: '/a/0', detail: 'has more than 10000 keys' }])
  })

  test('bounds the entries of a list', () => {
    const list = (count: number) => `{"a":[[${Array.from({ length: count }, () => '1').join()}]]}`
    expect(problemsOfShape(list(20_000))).toEqual([])
    expect(problemsOfShape(list(20_001))).toEqual([{ pointer: '/a/0', detail: 'has more than 20000 entries' }])
  })

  test.each([
    ['lists', '[]', 3],
    ['objects', '{}', 3],
    ['numbers', '1', 1],
  ])('bounds the %s of the whole text', (_name, item, cost) => {
    const text = (count: number) => {
      const list = `[${Array.from({ length: 10_000 }, () => item).join()}]`
      return `{"a":[${Array.from({ length: count / 10_000 }, () => list).join()}]}`
    }
    const most = Math.floor(190_000 / cost / 10_000) * 10_000
    expect(problemsOfShape(text(most))).toEqual([])
    const detail = 'has more than 200000 values, where a list or an object counts as 2'
    expect(problemsOfShape(text(most + 20_000))).toEqual([{ pointer: '', detail }])
  })

  test.each(['"\\"', '{"a', '"a":1', '{"\\x":1}', ']]', '{"a":1,"a":'])('reads %s, which is no JSON', (text) => {
    expect(problemsOfShape(text).length).toBeLessThan(2)
  })

  test('finds nothing in what JSON.stringify writes', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 8 }), (value) => {
        const text = JSON.stringify(value)
        fc.pre(!text.includes('__proto__'))
        expect(problemsOfShape(text)).toEqual([])
      }),
    )
  })
})

describe('problemsOfTexts()', () => {
  test('points at strings and keys that no database keeps', () => {
    const value = { a: ['fine', 'x\0'], 'k\0': 1, b: { c: '\ud800' }, d: '😀' }
    expect(problemsOfTexts(value).map(({ pointer }) => pointer)).toEqual(['/a/1', '', '/b/c'])
  })
})
