import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { slugOf } from './slug.ts'

const digest = { sha256: (data: string | Uint8Array) => createHash('sha256').update(data).digest('hex') }

test.each([
  ['SKU-1', 'sku-1'],
  ['A/B 1.5', 'a-b-1-5'],
  ['  Spring  Sale! ', 'spring-sale'],
  ['../..', ''],
  ['%2e%2e', '2e-2e'],
  ['Café', 'café'],
  ['Cafe\u0301', 'café'],
  ['a_b', 'a_b'],
  ['?a=1&b#c', 'a-1-b-c'],
  ['日本 茶', '日本-茶'],
  ['a\u0000\u202Eb', 'a-b'],
  ['🫖', ''],
])('slugOf(%j) is %j, and the slug of that too', (key, slug) => {
  expect(slugOf(digest, key)).toBe(slug)
  expect(slugOf(digest, slug)).toBe(slug)
})

test('slugOf() cuts a long key, and tells keys apart that begin alike', () => {
  const [one, other] = ['x', 'y'].map((end) => slugOf(digest, `${'a'.repeat(500)}${end}`))
  expect(one).not.toBe(other)
  for (const slug of [one, other]) {
    expect(slug).toMatch(/^a{150}-[0-9a-f]{12}$/)
    expect(slugOf(digest, slug ?? '')).toBe(slug)
  }
})
