import { describe, expect, test } from 'vitest'
import {
  areasOfRange,
  caretAtEdge,
  caretAtPoint,
  caretByLines,
  caretLines,
  lineOfText,
  placeOfCaret,
  wordAt,
} from './caret.ts'
import { readText } from './read-text.ts'
import { showText } from './shown-text.ts'

const LINE = 10

/** Lines of letters of 10 px, each from one place of the text to another; those in capitals run from right to left. */
function linesOf(text: string, ranges: readonly (readonly [number, number])[]) {
  const shown = showText(readText(text, { markup: true }), (source) => (source === '{{A}}' ? 'abc' : ''))
  const lines = ranges.map(([start, end], index) => {
    const place = { y: index * LINE, height: LINE }
    const isRtl = /[A-Z]/.test(shown.shown.slice(start, end))
    const stops = Array.from({ length: end - start + 1 }, (_, at) => ({
      ...place,
      offset: start + at,
      x: 10 * (isRtl ? end - start - at : at),
      direction: isRtl ? ('rtl' as const) : ('ltr' as const),
    }))
    return {
      ...place,
      x: 0,
      width: 10 * (end - start),
      baseline: 8,
      start,
      end,
      stops: isRtl ? stops.reverse() : stops,
    }
  })
  return caretLines({ lines }, shown)
}

describe('a caret', () => {
  const wrapped = linesOf('abc def\ngh', [
    [0, 4],
    [4, 7],
    [8, 10],
  ])

  test('is at the end of a line or at the beginning of the next', () => {
    expect(placeOfCaret(wrapped, { at: 4, side: 'end' })).toMatchObject({ x: 40, y: 0, line: 0 })
    expect(placeOfCaret(wrapped, { at: 4, side: 'start' })).toMatchObject({ x: 0, y: 10, line: 1 })
    expect(placeOfCaret(wrapped, { at: 7, side: 'start' })).toMatchObject({ x: 30, y: 10 })
    expect(placeOfCaret(wrapped, { at: 99, side: 'start' })).toMatchObject({ y: 20 })
  })

  test('goes where is pointed, up and down at its column, and to the ends of lines', () => {
    expect(caretAtPoint(wrapped, { x: 12, y: -5 })).toEqual({ at: 1, side: 'start' })
    expect(caretAtPoint(wrapped, { x: 99, y: 5 })).toEqual({ at: 4, side: 'end' })
    expect(caretAtPoint(wrapped, { x: 4, y: 500 })).toEqual({ at: 8, side: 'start' })
    const at = { at: 3, side: 'start' } as const
    expect(caretByLines(wrapped, at, { by: 1, column: 30 })).toEqual({ at: 7, side: 'end' })
    expect(caretByLines(wrapped, at, { by: 2, column: 30 })).toEqual({ at: 10, side: 'end' })
    expect(caretByLines(wrapped, at, { by: -1, column: 30 })).toEqual({ at: 0, side: 'start' })
    expect(caretByLines(wrapped, at, { by: 9, column: 30 })).toEqual({ at: 10, side: 'end' })
    expect(caretAtEdge(wrapped, { at: 5, side: 'start' }, 'end')).toEqual({ at: 7, side: 'end' })
    expect(caretAtEdge(wrapped, { at: 4, side: 'end' }, 'start')).toEqual({ at: 0, side: 'start' })
  })

  test('marks what is selected, with the line feeds', () => {
    expect(areasOfRange(wrapped, { from: 2, to: 9 })).toEqual([
      { x: 20, y: 0, width: 20, height: 10 },
      { x: 0, y: 10, width: 30, height: 10 },
      { x: 30, y: 10, width: 3, height: 10 },
      { x: 0, y: 20, width: 10, height: 10 },
    ])
    expect(areasOfRange(linesOf('ABC', [[0, 3]]), { from: 0, to: 1 })).toEqual([{ x: 20, y: 0, width: 10, height: 10 }])
  })

  test('takes a chip as one, whatever its value is, and marks as nothing', () => {
    // Shown as xabcy
    const lines = linesOf('x{{A}}{{B}}y', [[0, 5]])
    const places = [0, 1, 2, 3, 4].map((at) => placeOfCaret(lines, { at, side: 'start' })?.x)
    expect(places).toEqual([0, 10, 40, 40, 50])
    expect(caretAtPoint(lines, { x: 18, y: 5 }).at).toBe(1)
    expect(caretAtPoint(lines, { x: 32, y: 5 }).at).toBe(2)
  })

  test('finds words and paragraphs', () => {
    expect(wordAt('one two', 5)).toEqual({ from: 4, to: 7 })
    expect(wordAt('one two', 7)).toEqual({ from: 4, to: 7 })
    expect(wordAt('\n', 0)).toEqual({ from: 0, to: 0 })
    expect(lineOfText('a\nbc\n', 3)).toEqual({ from: 2, to: 4 })
    expect(lineOfText('\n', 0)).toEqual({ from: 0, to: 0 })
    expect(lineOfText('a\n', 2)).toEqual({ from: 2, to: 2 })
  })
})
