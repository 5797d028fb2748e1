import { expect, test } from 'vitest'
import { propertyWords } from './property-words.ts'
import { stageOf } from './stage-of.ts'

test.each([
  ['fontSize', 'Font size'],
  ['width', 'Width'],
  ['src', 'Picture'],
  ['fill.stops[0].color', 'Fill, stops 1, colour'],
  ['rows[2][0]', 'Rows 3 1'],
  ['editor.guides.x[1]', 'Editor, guides, x 2'],
])('propertyWords(%j) is %j', (property, words) => {
  expect(propertyWords(property)).toBe(words)
})

test('stageOf() holds pages of different size in one scale', () => {
  expect(stageOf({ width: 1080, height: 1080 }, { width: 540, height: 1620 })).toEqual({
    ...{ width: 1080, height: 1620 },
    before: { width: 1, height: 1080 / 1620 },
    after: { width: 0.5, height: 1 },
  })
})
