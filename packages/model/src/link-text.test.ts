import fc from 'fast-check'
import { expect, test } from 'vitest'
import { joinLinks, splitLinks } from './link-text.ts'

test.each<[text: string, names: string[]]>([
  ['Teapot', ['Teapot']],
  [' Teapot ,Cup', ['Teapot', 'Cup']],
  ['"Cup, small", Teapot', ['Cup, small', 'Teapot']],
  ['"He said ""no"""', ['He said "no"']],
  ['"never closed, Cup', ['"never closed', 'Cup']],
  ['"Cup" small, Teapot', ['"Cup" small', 'Teapot']],
  ['12" pan, Teapot', ['12" pan', 'Teapot']],
])('splitLinks() reads %j', (text, names) => {
  expect(splitLinks(text)).toEqual(names)
})

test('splitLinks() reads what joinLinks() wrote', () => {
  const name = fc
    .string({ unit: fc.constantFrom('a', ' ', ',', '"', '\n'), minLength: 1 })
    .filter((text) => text === text.trim() && text !== '')
  fc.assert(
    fc.property(fc.array(name, { minLength: 1 }), (names) => {
      expect(splitLinks(joinLinks(names))).toEqual(names)
    }),
  )
})
