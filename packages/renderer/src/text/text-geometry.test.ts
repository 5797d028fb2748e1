import { describe, expect, test } from 'vitest'
import { layout, measurer, box as plainBox, span } from './layout.test-kit.ts'
import { type TextGeometry, type TextSource, textGeometry } from './text-geometry.ts'
import type { TextBox, TextSpan } from './types.ts'

function geometry(
  text: string | readonly TextSpan[],
  { sources = [{ at: 0, from: 0 }], ...box }: Partial<TextBox> & { sources?: readonly TextSource[] } = {},
): TextGeometry {
  const spans = typeof text === 'string' ? [span(text)] : text
  return textGeometry({ layout: layout(spans, box), spans, sources, box: { ...plainBox, ...box } }, measurer)
}

const placesOf = ({ lines }: TextGeometry) => lines.map(({ stops }) => stops.map(({ offset, x }) => [offset, x]))

describe('textGeometry()', () => {
  test('gives the box and the baseline of each line', () => {
    const { lines } = geometry('ab\nabcd', { align: 'right' })
    expect(lines.map(({ stops, ...line }) => line)).toEqual([
      { x: 90, y: 0, width: 10, height: 10, baseline: 8, start: 0, end: 2 },
      { x: 80, y: 10, width: 20, height: 10, baseline: 18, start: 3, end: 7 },
    ])
  })

  test('puts a stop before, between and after characters', () => {
    expect(placesOf(geometry('abc'))).toEqual([
      [
        [0, 0],
        [1, 5],
        [2, 10],
        [3, 15],
      ],
    ])
  })

  test('goes over what is read as one character', () => {
    expect(placesOf(geometry('a\u{1f468}\u200d\u{1f469}b'))).toEqual([
      [
        [0, 0],
        [1, 5],
        [6, 15],
        [7, 20],
      ],
    ])
  })

  test('goes from right to left with its text', () => {
    const [line] = geometry('\u05d0\u05d1\u05d2').lines
    expect(line?.stops.map(({ offset, x, direction }) => [offset, x, direction])).toEqual([
      [3, 85, 'rtl'],
      [2, 90, 'rtl'],
      [1, 95, 'rtl'],
      [0, 100, 'rtl'],
    ])
  })

  test('counts the marks of the written text', () => {
    // a**b**c
    const sources = [
      { at: 0, from: 0 },
      { at: 1, from: 3 },
      { at: 2, from: 6 },
    ]
    const [stops] = placesOf(geometry([span('a'), span('b'), span('c')], { sources }))
    expect(stops?.map(([offset]) => offset)).toEqual([0, 1, 3, 4, 6, 7])
  })

  test('has no stop within an ellipsis or a hyphen that a line break shows', () => {
    const cut = placesOf(geometry('aaaa bbbb', { widthPx: 25, heightPx: 10, fit: { mode: 'truncate' } }))
    expect(cut).toEqual([
      [
        [0, 0],
        [1, 5],
        [2, 10],
        [3, 15],
        [4, 20],
      ],
    ])
    const [first] = placesOf(geometry('aa\u00adbb', { widthPx: 15 }))
    expect(first).toEqual([
      [0, 0],
      [1, 5],
      [2, 10],
      [3, 10],
    ])
  })

  test('spreads what justification adds', () => {
    const [stops] = placesOf(geometry('a b cccccccc', { widthPx: 30, align: 'justify' }))
    expect(stops?.filter(([offset]) => offset === 3).map(([, x]) => x)).toEqual([30])
  })

  test('has stops behind the spaces that hang at the end of a line', () => {
    expect(placesOf(geometry('ab  cd', { widthPx: 12 }))).toEqual([
      [
        [0, 0],
        [1, 5],
        [2, 10],
        [3, 15],
        [4, 20],
      ],
      [
        [4, 0],
        [5, 5],
        [6, 10],
      ],
    ])
    const [hebrew] = geometry('\u05d0 ').lines
    expect(hebrew?.stops.map(({ offset, x }) => [offset, x])).toEqual([
      [2, 90],
      [1, 95],
      [0, 100],
    ])
  })

  test('has a line for each line feed at the end, which shows nothing', () => {
    const { lines } = geometry('a\n\n b\n \n', { align: 'center' })
    expect(lines.map(({ y, start, end, stops }) => [y, start, end, stops.map(({ x }) => x)])).toEqual([
      [0, 0, 1, [47.5, 52.5]],
      [10, 2, 2, [50]],
      [20, 3, 5, [45, 50, 55]],
      [30, 6, 7, [50, 55]],
      [40, 8, 8, [50]],
    ])
  })

  test('gives letters that are drawn as one equal parts, and others their own widths', () => {
    const clusters = (_: unknown, text: string) =>
      Array.from(text.replace('fi', 'f'), (_each, at) => ({
        start: at + (at > text.indexOf('fi') ? 1 : 0),
        advance: 60,
      }))
    const spans = [span('afib')]
    const text = { layout: layout(spans), spans, sources: [{ at: 0, from: 0 }], box: plainBox }
    const [line] = textGeometry(text, { ...measurer, clusters }).lines
    const third = 20 / 3
    expect(line?.stops.map(({ x }) => x)).toEqual([0, third, 1.5 * third, 2 * third, 20].map((x) => expect.closeTo(x)))
  })

  test('tells which characters of the written text have no glyph', () => {
    // a**□**b, whose box takes the place of a character of two units
    const spans = [span('a\u25a1b')]
    const sources = [
      { at: 0, from: 0 },
      { at: 1, from: 3 },
      { at: 2, from: 7 },
    ]
    const written = {
      layout: layout(spans, {}),
      spans,
      sources,
      box: plainBox,
      boxes: [{ at: 1, character: 'ᚠ', families: [] }],
    }
    expect(textGeometry(written, measurer).missing).toEqual([{ start: 3, end: 4 }])
    expect(geometry('abc').missing).toEqual([])
  })
})
