import { expect, test } from 'vitest'
import { missingBoxes } from './missing-boxes.ts'

const line = { x: 0, y: 0, width: 30, height: 10, baseline: 8, start: 0, end: 3 }
const stop = (offset: number, x: number, direction: 'ltr' | 'rtl' = 'ltr') => ({
  offset,
  x,
  y: 0,
  height: 10,
  direction,
})

test('boxes are around missing glyphs, in both directions and on each line', () => {
  const ltr = { ...line, stops: [stop(0, 0), stop(1, 10), stop(3, 20), stop(4, 30)] }
  const rtl = { ...line, stops: [stop(7, 0, 'rtl'), stop(6, 10, 'rtl'), stop(5, 20, 'rtl')] }
  const missing = [
    { start: 1, end: 3 },
    { start: 5, end: 6 },
  ]
  expect(missingBoxes({ lines: [ltr, rtl], missing })).toEqual([
    { x: 10, y: 0, width: 10, height: 10 },
    { x: 10, y: 0, width: 10, height: 10 },
  ])
  expect(missingBoxes({ lines: [ltr], missing: [] })).toEqual([])
})

test('a glyph that is missing within a larger unit marks all of it', () => {
  const lines = [{ ...line, stops: [stop(0, 0), stop(4, 20)] }]
  expect(missingBoxes({ lines, missing: [{ start: 2, end: 3 }] })).toEqual([{ x: 0, y: 0, width: 20, height: 10 }])
})

test('of a long text that lacks most glyphs, only the first 200 are marked', () => {
  const count = 50_000
  const lines = [{ ...line, stops: Array.from({ length: count + 1 }, (_, at) => stop(at, at * 10)) }]
  const missing = Array.from({ length: count }, (_, at) => ({ start: at, end: at + 1 }))
  const boxes = missingBoxes({ lines, missing })
  expect([boxes.length, boxes[0]?.x, boxes.at(-1)?.x]).toEqual([200, 0, 1990])
  expect(missingBoxes({ lines, missing: missing.slice(-1) })).toEqual([{ x: 499_990, y: 0, width: 10, height: 10 }])
})
