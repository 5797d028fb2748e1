import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createJsonList } from './json-list.ts'

function read(pieces: readonly string[], path?: string, wanted: readonly string[] = []) {
  const list = createJsonList({ path, wanted: new Set(wanted) })
  const items = pieces.flatMap((piece) => [...list.read(piece)])
  list.end()
  return { items: items.map((text): unknown => JSON.parse(text)), values: Object.fromEntries(list.values) }
}

/** The text in pieces of this many characters. */
const cut = (text: string, size: number) =>
  Array.from({ length: Math.ceil(text.length / size) }, (_, n) => text.slice(n * size, (n + 1) * size))

const objects = fc.array(fc.dictionary(fc.string(), fc.jsonValue()), { minLength: 1, maxLength: 5 })

describe('createJsonList()', () => {
  test('reads the items of a list that comes in pieces of any size', () => {
    fc.assert(
      fc.property(objects, fc.integer({ min: 1, max: 9 }), fc.constantFrom(0, 2), (items, size, indent) => {
        const expected = JSON.parse(JSON.stringify(items))
        expect(read(cut(JSON.stringify(items, null, indent), size)).items).toEqual(expected)
        const wrapped = { ok: true, tags: ['a', 1, null], meta: { next: 'x"}]' }, list: items, after: { page: 2 } }
        const text = JSON.stringify(wrapped, null, indent)
        const paths = ['meta.next', 'after.page', 'ok']
        const found = { items: expected, values: { 'meta.next': 'x"}]', 'after.page': 2, ok: true } }
        expect(read(cut(text, size), undefined, paths)).toEqual(found)
        expect(read(cut(text, size), 'list', paths)).toEqual(found)
      }),
    )
  })

  test.each<[text: string, path: string | undefined, items: unknown[]]>([
    ['[]', undefined, []],
    ['{"a":{"b":[{"x":1}]},"c":[{"x":2}]}', 'c', [{ x: 2 }]],
    ['{"errors":[],"data":[{"x":1}]}', undefined, [{ x: 1 }]],
    ['{"products":[],"count":0}', undefined, []],
    ['{"tags":["a"],"rows":[ {"x":[{"y":"]"}]} , {} ]}', undefined, [{ x: [{ y: ']' }] }, {}]],
  ])('finds the list in %s', (text, path, items) => {
    for (const size of [1, 3, 1000]) expect(read(cut(text, size), path).items).toEqual(items)
  })

  test.each<[text: string, path: string | undefined, message: string]>([
    ['', undefined, 'empty'],
    ['{"a":1}', undefined, 'no list of objects'],
    ['{"a":[{"x":1}]}', 'b', 'no list at "b"'],
    [
      '[{"x":1},{"x":',
      undefined,
      'ends too early, after 1 record. Retry later; if the error remains, correct the feed',
    ],
    [
      '{"a":[{"x":1}]',
      undefined,
      'ends too early, after 1 record. Retry later; if the error remains, correct the feed',
    ],
    ['[{"x":1},,{"x":2}]', undefined, 'damaged after record 1'],
    ['[{"x":1}}', undefined, 'damaged'],
    ['[{"x":1}]]', undefined, 'damaged after record 1'],
    ['{"a":"', undefined, 'damaged before the first record'],
  ])('says what is wrong with %s', (text, path, message) => {
    for (const size of [1, 3, 1000]) expect(() => read(cut(text, size), path)).toThrow(message)
  })
})
