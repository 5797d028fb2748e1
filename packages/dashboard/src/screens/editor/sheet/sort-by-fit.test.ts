import { expect, test } from 'vitest'
import { countWarnings, fitOf, isShrunk, sortByFit } from './sort-by-fit.ts'

const failed = fitOf([{ kind: 'error' }], [])
const cutTwice = fitOf(
  [
    { kind: 'warning', topic: 'cut' },
    { kind: 'warning', topic: 'overflow' },
  ],
  [0.9],
)
const cut = fitOf([{ kind: 'warning', topic: 'cut' }], [0.4])
const letters = fitOf([{ kind: 'warning', topic: 'glyphs' }], [])
const small = fitOf([{ kind: 'note', topic: 'shrunk' }], [0.8, 0.4])
const smaller = fitOf([{ kind: 'note', topic: 'shrunk' }], [0.3, 1])
const fine = fitOf([{ kind: 'loading' }], [1, 0.96])

test('the worst comes first, and what is equal stays in its order', () => {
  const fits = { a: fine, b: small, c: failed, d: fine, e: letters, f: cut, g: smaller, h: cutTwice, i: undefined }
  const ids = Object.keys(fits)
  expect(sortByFit(ids, (id) => Reflect.get(fits, id))).toEqual(['c', 'h', 'f', 'e', 'g', 'b', 'a', 'd', 'i'])
})

test('a text that was shrunk is no warning, and one of 96 % is not marked', () => {
  expect([failed, cutTwice, letters, small, fine].map(countWarnings)).toEqual([1, 2, 1, 0, 0])
  expect([small, smaller, fine].map(isShrunk)).toEqual([true, true, false])
})
