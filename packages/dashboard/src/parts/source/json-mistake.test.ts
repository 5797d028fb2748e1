import { expect, test } from 'vitest'
import { jsonMistake } from './json-mistake.ts'

const good = ['{}', '[]', ' { "a": [1, -2.5e3, true, null, "x\\u00e4\\n"], "b": { } } ', '"text"', '0']

test.each(good)('jsonMistake() finds none in %s', (source) => {
  expect(jsonMistake(source)).toBe(null)
  expect(() => JSON.parse(source)).not.toThrow()
})

test.each([
  ['', 1, 'The template is empty'],
  ['{\n  "a": 1\n  "b": 2\n}', 2, 'A comma is missing after this'],
  ['{\n  "a": 1,\n}', 3, 'Remove the comma before this'],
  ['[1,\n2,\n,3]', 3, 'Remove the comma before this'],
  ['{\n  "a" 1\n}', 2, 'A colon is missing'],
  ["{\n  'a': 1\n}", 2, 'Expected a property name in double quotes'],
  ['{ "a": [1, 2 }', 1, 'Expected ], found }'],
  ['{ "a": [1,\n\n2', 3, 'The source is incomplete: ] is missing'],
  ['{ "a":\n tru }', 2, 'Invalid value: use a number'],
  ['{ "a": 01 }', 1, 'Invalid value: use a number'],
  ['{ "a": "two\nlines" }', 1, 'Invalid value: use a number'],
  ['{ ] }', 1, 'Expected }, found ]'],
  ['{}\n{}', 2, 'Unexpected text after the end of the design'],
])('jsonMistake() says what is wrong with %j, and at which line', (source, line, words) => {
  expect(jsonMistake(source)).toMatchObject({ line, message: expect.stringContaining(words) })
  expect(() => JSON.parse(source)).toThrow()
})
