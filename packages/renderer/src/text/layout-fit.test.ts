import { describe, expect, test } from 'vitest'
import { layout, lineTexts, span } from './layout.test-kit.ts'
import type { TextFit } from './types.ts'

const truncate: TextFit = { mode: 'truncate' }

function shrink(minFontSizePx: number, maxFontSizePx?: number): TextFit {
  return maxFontSizePx === undefined
    ? { mode: 'shrink', minFontSizePx }
    : { mode: 'shrink', minFontSizePx, maxFontSizePx }
}

describe('layoutText() with overflow', () => {
  test('keeps all lines and says that they leave the box', () => {
    const result = layout('a\nb\nc', { heightPx: 20 })
    expect(lineTexts(result)).toEqual(['a', 'b', 'c'])
    expect(result).toMatchObject({ overflows: true, heightPx: 20, fit: 1, truncatedLines: 0, truncatedCharacters: 0 })
    expect(result.bounds.height).toBe(30)
  })

  test('leaves out lines beyond the most', () => {
    const result = layout('one two three four five six', { widthPx: 40, maxLines: 2 })
    expect(lineTexts(result)).toEqual(['one two', 'three f|…'])
    expect(result).toMatchObject({ truncatedLines: 2, truncatedCharacters: 12 })
  })
})

describe('layoutText() with grow', () => {
  test('makes the box as tall as its text, never smaller', () => {
    expect(layout('a\nb\nc', { heightPx: 20, fit: { mode: 'grow' } })).toMatchObject({ heightPx: 30, overflows: false })
    const small = layout('a', { heightPx: 20, fit: { mode: 'grow' }, verticalAlign: 'bottom' })
    expect([small.heightPx, small.bounds.y]).toEqual([20, 10])
  })
})

describe('layoutText() with shrink', () => {
  test('finds the largest half pixel at which the text fits', () => {
    const result = layout('hello world', { fit: shrink(5, 40), widthPx: 100, heightPx: 30 })
    // Eleven half ems in 100 px.
    expect(result).toMatchObject({ fontSizePx: 18, fit: 1.8, overflows: false })
    expect(layout('hello', { fit: shrink(5, 40), heightPx: 30 }).fontSizePx).toBe(30)
  })

  test('never grows beyond the size asked for without a largest size', () => {
    expect(layout('a', { fit: shrink(5) })).toMatchObject({ fontSizePx: 10, fit: 1 })
  })

  test('uses odd limits as they are', () => {
    expect(layout('a', { fit: shrink(5.3, 33.3) }).fontSizePx).toBe(33.3)
    expect(layout('a'.repeat(1_000), { fit: shrink(5.3) }).fontSizePx).toBe(5.3)
    expect(layout('a', { fit: shrink(12, 6) }).fontSizePx).toBe(12)
    expect(layout('abcde', { widthPx: 13.5, fit: shrink(5.3, 9) }).fontSizePx).toBe(5.3)
  })

  test('breaks no word while it can become smaller', () => {
    const result = layout('an extraordinary day', { widthPx: 40, fit: shrink(2) })
    expect(lineTexts(result)).toEqual(['an', 'extraordinary', 'day'])
    expect(result.fontSizePx).toBe(6)
  })

  test('truncates what does not fit at the smallest size', () => {
    const result = layout('one two three four five six', { widthPx: 40, heightPx: 20, fit: shrink(9) })
    expect(lineTexts(result)).toEqual(['one two', 'three f|…'])
    expect(result).toMatchObject({ fontSizePx: 9, overflows: false, truncatedLines: 2 })
  })

  test('gives no room to line feeds at the end', () => {
    const ended = layout('hello\n \r\n\n', { heightPx: 10, fit: shrink(2) })
    expect(ended).toMatchObject({ fontSizePx: 10, truncatedLines: 0, truncatedCharacters: 0 })
    expect(ended.lines).toHaveLength(1)
    expect(lineTexts(layout('a\n\nb\n'))).toEqual(['a', '', 'b'])
  })

  test('keeps within the most lines', () => {
    expect(layout('one two', { maxLines: 1, widthPx: 30, fit: shrink(1) }).fontSizePx).toBe(8.5)
  })

  test('fits one line when text may not wrap', () => {
    expect(layout('one two', { wrap: 'none', widthPx: 30, fit: shrink(1) }).fontSizePx).toBe(8.5)
  })

  test('scales spans together', () => {
    const result = layout([span('ab'), span('cd', { sizeRatio: 2 })], { widthPx: 15, fit: shrink(1) })
    expect(result.lines[0]?.runs.map(({ fontSizePx }) => fontSizePx)).toEqual([5, 10])
  })
})

describe('layoutText() with truncate', () => {
  test('cuts the last line at a grapheme when the ellipsis needs the room', () => {
    const result = layout('hello world again', { widthPx: 55, heightPx: 10, fit: truncate })
    expect(lineTexts(result)).toEqual(['hello worl|…'])
    expect(result).toMatchObject({ truncatedLines: 1, truncatedCharacters: 7, overflows: false })
    expect(lineTexts(layout('ab👨‍👩‍👧‍👦 more', { widthPx: 20, heightPx: 10, fit: truncate }))).toEqual(['ab|…'])
  })

  test('leaves text that fits alone', () => {
    const result = layout('hello\nworld\n\n', { heightPx: 20, fit: truncate })
    expect(lineTexts(result)).toEqual(['hello', 'world'])
    expect(result).toMatchObject({ truncatedLines: 0, truncatedCharacters: 0 })
  })

  test('fills the last line before it ends it', () => {
    const result = layout('one incomprehensible thing', { widthPx: 60, heightPx: 10, fit: truncate })
    expect(lineTexts(result)).toEqual(['one incompr|…'])
    const tall = [span('one '), span('high', { sizeRatio: 2 }), span(' more')]
    expect(lineTexts(layout(tall, { widthPx: 40, heightPx: 10, fit: truncate }))).toEqual(['one|…'])
  })

  test('drops the spaces and the hyphen before the ellipsis', () => {
    expect(lineTexts(layout('abc defgh', { widthPx: 25, heightPx: 10, fit: truncate }))).toEqual(['abc|…'])
    expect(lineTexts(layout('abc\u00addefg', { widthPx: 20, heightPx: 10, fit: truncate }))).toEqual(['abc|…'])
  })

  test('keeps one line where none fits', () => {
    const result = layout('hello world', { widthPx: 40, heightPx: 4, fit: truncate })
    expect(lineTexts(result)).toEqual(['hello w|…'])
    expect(result.overflows).toBe(true)
  })

  test('leaves out an ellipsis wider than the box', () => {
    expect(lineTexts(layout('hello world', { widthPx: 8, heightPx: 10, ellipsis: '[…]', fit: truncate }))).toEqual([
      'h',
    ])
    expect(lineTexts(layout('日本', { widthPx: 8, heightPx: 10, fit: truncate }))).toEqual(['…'])
  })

  test('puts the ellipsis where the text would go on', () => {
    const result = layout('שלום hello world', { widthPx: 60, heightPx: 10, fit: truncate })
    expect(lineTexts(result)).toEqual(['<…|hello|<שלום '])
    expect(result.lines[0]?.runs[0]).toMatchObject({ start: 10, end: 10, xPx: 5 })
  })

  test('measures the ellipsis in the style of the text before it', () => {
    const result = layout([span('ab '), span('cd efgh ij', { sizeRatio: 2 })], {
      widthPx: 50,
      heightPx: 20,
      fit: truncate,
    })
    expect(result.lines[0]?.runs.at(-1)).toMatchObject({ text: '…', spanIndex: 1, widthPx: 10, fontSizePx: 20 })
    expect(result.lines[0]?.widthPx).toBe(45)
  })

  test('shortens every line that may not wrap', () => {
    const result = layout('hello world\nok', { widthPx: 30, wrap: 'none', fit: truncate })
    expect(lineTexts(result)).toEqual(['hello|…', 'ok'])
    expect(result).toMatchObject({ truncatedLines: 0, truncatedCharacters: 6 })
  })

  test('counts the lines left out, up to a hundred', () => {
    expect(layout('a\n'.repeat(50), { heightPx: 100, fit: truncate }).truncatedLines).toBe(40)
    expect(layout('a\n'.repeat(5_000), { heightPx: 100, fit: truncate }).truncatedLines).toBe(100)
    expect(layout('a '.repeat(5_000), { heightPx: 100, fit: truncate }).truncatedLines).toBe(100)
  })
})
