import { expect, test } from 'vitest'
import { lineOf, linesOfJson } from './json-lines.ts'

const text = `{
  "schema": 1, "width": 100,
  "layers": [
    { "name": "A {[,:]} \\"quoted\\"", "fill": "red" },
    {
      "name": "B",
      "points": [
        [1,
         2], 3
      ],
      "empty": {}
    }
  ],
  "last": null
}
`

test.each([
  ['', 1],
  ['schema', 2],
  ['width', 2],
  ['layers', 3],
  ['layers[0]', 4],
  ['layers[0].fill', 4],
  ['layers[1]', 5],
  ['layers[1].points[0]', 8],
  ['layers[1].points[0][1]', 9],
  ['layers[1].points[1]', 9],
  ['layers[1].empty', 11],
  ['last', 14],
])('linesOfJson() finds %j on line %i', (path, line) => {
  expect(linesOfJson(text).get(path)).toBe(line)
})

test.each([
  ['height', 1],
  ['layers[1].fontSize', 5],
  ['layers[1].empty.deep[3].er', 11],
])('lineOf() takes what is around %j when it is missing', (path, line) => {
  expect(lineOf(linesOfJson(text), path)).toBe(line)
})
