import { expect, test } from 'vitest'
import { isBinary, placeWords, readImport } from './read-import.ts'

const design = { width: 10, height: 10, layers: [] }

test('readImport() finds the design, also in an answer of the API', () => {
  expect(readImport(JSON.stringify(design))).toEqual({ design })
  expect(readImport(JSON.stringify({ id: 'tpl_1', name: 'Card', design }))).toEqual({
    design: { ...design, name: 'Card' },
  })
})

test.each([
  ['', /^Choose a JSON file/],
  ['{\n "width": 10,\n "layers": [', /^Line 3: /],
  ['[{}]', /^This JSON is no design/],
  ['{"name":"products"}', /^This JSON is no design/],
])('readImport() of %j says what is wrong', (source, words) => {
  expect(readImport(source)).toEqual({ problem: expect.stringMatching(words) })
})

test('placeWords() counts layers from 1', () => {
  expect(placeWords('/design/layers/0/type')).toBe('Layer 1, type')
  expect(placeWords('/design/layers/2/layers/0/fill/stops/1')).toBe('Layer 3, Layer 1, fill, stops, 1')
  expect(placeWords('/design/height')).toBe('height')
})

test('isBinary() tells pictures from text', () => {
  expect(isBinary('\ufffdPNG\0')).toBe(true)
  expect(isBinary('{"name":"茶碗"}')).toBe(false)
})
