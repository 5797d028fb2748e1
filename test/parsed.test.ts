import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { z } from 'zod'
import { createParsed } from '#test/parsed.ts'

const name = `parsed-test-${process.pid}`
const path = 'package.json'

function countingLines(parser = [import.meta.filename]) {
  const parsed: string[] = []
  const lines = createParsed({
    name,
    found: z.int(),
    parser,
    parse(_path, source) {
      parsed.push(source)
      return source.split('\n').length
    },
  })
  return { parsed, lines }
}

afterAll(() => rmSync(join(import.meta.dirname, '..', 'node_modules', '.cache', `${name}.json`), { force: true }))

test('createParsed() parses each version of a file once, also in a later process with the same parser', () => {
  const first = countingLines()
  expect([first.lines.of(path, 'a\nb'), first.lines.of(path, 'a\nb')]).toEqual([2, 2])
  expect(first.parsed).toEqual(['a\nb'])
  first.lines.store()

  const later = countingLines()
  expect([later.lines.of(path, 'a\nb'), later.lines.of(path, 'a')]).toEqual([2, 1])
  expect(later.parsed).toEqual(['a'])

  const changed = countingLines([join(import.meta.dirname, 'parsed.ts')])
  expect(changed.lines.of(path, 'a\nb')).toBe(2)
  expect(changed.parsed).toEqual(['a\nb'])
})

test('createParsed() keeps nothing of files that are gone', () => {
  const first = countingLines()
  first.lines.of('gone.ts', 'a')
  first.lines.store()
  const later = countingLines()
  later.lines.of('gone.ts', 'a')
  expect(later.parsed).toEqual(['a'])
})
