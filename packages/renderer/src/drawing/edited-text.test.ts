import { describe, expect, test } from 'vitest'
import { z } from 'zod/mini'
import { typesetter } from '#renderer/text/layout.test-kit.ts'
import type { Typesetter } from '#renderer/text/types.ts'
import { geometryOf, uncutText } from './edited-text.ts'
import { measureText, setTextOf } from './measure-text.ts'
import { textShape } from './text-properties.ts'

function measured(changes: Record<string, unknown>) {
  const properties = z.object(textShape).parse({ fontSize: 10, lineHeight: 1, ...changes })
  return measureText({ ...properties, width: 50, height: 20, ...changes }, typesetter)
}

function geometry(drawable: ReturnType<typeof measured>) {
  const set = setTextOf(drawable)
  if (!set) throw new Error('nothing is set')
  return geometryOf(set)
}

const textOf = (drawable: ReturnType<typeof measured>) =>
  geometry(drawable).lines.map(({ start, end, y }) => [start, end, y])

describe('a text that is edited', () => {
  test('keeps what fits where it was, and has the words that were cut off below it', () => {
    const cut = measured({ text: 'aaaa bbbb **cccc** dddd eeee', fit: 'truncate', verticalAlign: 'middle' })
    expect(cut.report).toMatchObject({ truncated: 1 })
    const whole = uncutText(cut)
    expect(geometry(cut).cuts).toEqual(geometry(whole).cuts)
    expect(textOf(whole)).toEqual([
      [0, 10, 0],
      [12, 24, 10],
      [24, 28, 20],
    ])
    expect(geometry(whole).cuts).toEqual([{ start: 23, end: 28, text: ' eeee' }])
    expect([whole.width, whole.height]).toEqual([cut.width, cut.height])
  })

  test('is set at the smallest size where it fits at none', () => {
    const cut = measured({ text: 'aaaa bbbb cccc dddd eeee', fit: 'shrink', minFontSize: 10 })
    expect(geometry(uncutText(cut)).lines).toHaveLength(3)
    const whole = measured({ text: 'aaaa', fit: 'shrink' })
    expect(uncutText(whole)).toBe(whole)
  })

  test('keeps each line that was cut at its end', () => {
    const cut = measured({ text: 'aaaa aaaa aaaa\nbbbb', fit: 'truncate', wrap: 'none', height: 100 })
    expect(geometry(uncutText(cut)).cuts).toEqual([{ start: 9, end: 15, text: ' aaaa\n' }])
  })

  test('has a place for a caret when it is empty', () => {
    for (const [align, x] of [
      ['left', 0],
      ['center', 25],
      ['right', 50],
    ] as const) {
      const [line, ...others] = geometry(measured({ text: '', align, verticalAlign: 'bottom' })).lines
      expect(line?.stops).toEqual([{ offset: 0, x, y: 10, height: 10, direction: 'ltr' }])
      expect(others).toEqual([])
    }
    expect(textOf(measured({ text: '\n' }))).toEqual([
      [0, 0, 0],
      [1, 1, 10],
    ])
  })

  test('tells where boxes are drawn for missing glyphs, not where a box is written', () => {
    const chooseFonts: Typesetter['chooseFonts'] = ({ families }) => ({
      families,
      missing: new Set(['\u16a0', '\u{13000}']),
    })
    const written = { text: 'a\u{13000}\u25a1 **\u16a0b**\u{13000}', width: 100, height: 20 }
    const properties = z.object(textShape).parse({ fontSize: 10, lineHeight: 1, ...written })
    const drawn = measureText({ ...properties, ...written }, { ...typesetter, chooseFonts })
    expect(geometry(drawn).missing.map(({ start }) => start)).toEqual([1, 7, 11])
  })
})
