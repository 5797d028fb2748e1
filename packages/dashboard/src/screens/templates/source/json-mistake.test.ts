import { expect, test } from 'vitest'
import { jsonMistake } from './json-mistake.ts'

const good = ['{}', '[]', ' { "a": [1, -2.5e3, true, null, "x\\u00e4\\n"], "b": { } } ', '"text"', '0']

test.each(good)('jsonMistake() finds none in %s', (source) => {
  expect(jsonMistake(source)).toBe(null)
  expect(() => JSON.parse(source)).not.toThrow()
})

test.each([
  ['', 1, 'Nothing stands here yet'],
  ['{\n  "a": 1\n  "b": 2\n}', 2, 'A comma is missing behind this'],
  ['{\n  "a": 1,\n}', 3, 'A comma too much stands before this'],
  ['[1,\n2,\n,3]', 3, 'A comma too much stands before this'],
  ['{\n  "a" 1\n}', 2, 'A colon is missing'],
  ["{\n  'a': 1\n}", 2, 'A name in double quotes belongs here'],
  ['{ "a": [1, 2 }', 1, 'Here is } where ] belongs'],
  ['{ "a": [1,\n\n2', 3, 'The source ends too early: ] is missing'],
  ['{ "a":\n tru }', 2, 'No value: it is a number'],
  ['{ "a": 01 }', 1, 'No value: it is a number'],
  ['{ "a": "two\nlines" }', 1, 'No value: it is a number'],
  ['{ ] }', 1, 'Here is ] where } belongs'],
  ['{}\n{}', 2, 'The source has ended before this'],
])('jsonMistake() says what is wrong with %j, and at which line', (source, line, words) => {
  expect(jsonMistake(source)).toMatchObject({ line, message: expect.stringContaining(words) })
  expect(() => JSON.parse(source)).toThrow()
})
