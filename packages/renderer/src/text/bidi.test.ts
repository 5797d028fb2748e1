import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { untilReady } from '#renderer/async/pending.ts'
import { bidiLevels, visualOrder } from './bidi.ts'

// What reads right to left is loaded when it is first asked for.
await untilReady([() => void bidiLevels('א', 'auto')])

describe('bidiLevels()', () => {
  const cases: [name: string, text: string, direction: 'auto' | 'ltr' | 'rtl', levels: string][] = [
    ['leaves Latin text alone', 'abc 12', 'auto', '000000'],
    ['takes the direction of the first strong character', '1 אב a', 'auto', '211112'],
    ['puts Latin text and numbers inside Hebrew two levels up', 'אב ab 12', 'auto', '11122222'],
    ['puts Hebrew inside Latin text one level up', 'ab אב c', 'auto', '0001100'],
    ['keeps the direction asked for', 'ab!', 'rtl', '221'],
    ['reads Arabic digits as numbers', 'اب ٣٤', 'auto', '11122'],
    ['gives brackets the direction of what they hold', 'א (a) ב', 'ltr', '1000001'],
    ['reads an emoji as neutral', 'א 😀 ב', 'auto', '111111'],
    ['lets an emoji before the text decide nothing', '😀 א', 'auto', '1111'],
    ['reads scripts beyond the first plane', '𐤀𐤁', 'auto', '1111'],
    ['reads digits beyond the first plane', 'א \u{1d7ce}', 'auto', '1122'],
    ['isolates', 'a \u2067א 1\u2069 2', 'ltr', '000112000'],
  ]
  test.each(cases)('%s', (_, text, direction, levels) => {
    expect([...bidiLevels(text, direction).levels].join('')).toBe(levels)
  })

  test('answers the direction of the paragraph', () => {
    expect(bidiLevels('אב abc', 'auto').direction).toBe('rtl')
    expect(bidiLevels('abc אב', 'auto').direction).toBe('ltr')
    expect(bidiLevels('123', 'auto').direction).toBe('ltr')
    expect(bidiLevels('', 'rtl').direction).toBe('rtl')
  })

  test('keeps the direction of a paragraph that is read in pieces', () => {
    const { levels } = bidiLevels(`א${' a'.repeat(3_000)}`, 'auto')
    expect([levels[1], levels[2], levels[5_999], levels[6_000]]).toEqual([1, 2, 2, 2])
  })
})

describe('visualOrder()', () => {
  function order(levels: string): string {
    return visualOrder([...levels].map((level, index) => ({ level: Number(level), index })))
      .map(({ index }) => index)
      .join('')
  }

  test('reverses what stands at odd levels, deepest first', () => {
    expect(order('000')).toBe('012')
    expect(order('0110')).toBe('0213')
    expect(order('111')).toBe('210')
    expect(order('1221')).toBe('3120')
    expect(order('01232')).toBe('02341')
  })

  test('keeps every run once', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(4)), (levels) => {
        const ordered = visualOrder(levels.map((level, index) => ({ level, index })))
        expect(ordered.map(({ index }) => index).sort((a, b) => a - b)).toEqual(levels.map((_, index) => index))
      }),
    )
  })
})
