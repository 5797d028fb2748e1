import { describe, expect, test } from 'vitest'
import { createAdvanceCache } from './advance-cache.ts'
import { style } from './layout.test-kit.ts'

function counting() {
  const asked: string[] = []
  const measurer = {
    advance: ({ weight }: { weight: number }, text: string) => {
      asked.push(text)
      return text.length * weight
    },
    metrics: ({ weight }: { weight: number }) => {
      asked.push('metrics')
      return { ascent: weight, descent: 1 }
    },
  }
  return { asked, measurer }
}

describe('createAdvanceCache()', () => {
  test('asks once for each style and text, by their value', () => {
    const { asked, measurer } = counting()
    const cache = createAdvanceCache(measurer, 100)
    const first = { ...style, variations: { wdth: 75, opsz: 14 } }
    const same = { ...style, variations: { opsz: 14, wdth: 75 } }
    expect([cache.advance(first, 'ab'), cache.advance(same, 'ab')]).toEqual([800, 800])
    expect([cache.metrics(first), cache.metrics(same)]).toEqual([measurer.metrics(style), measurer.metrics(style)])
    expect(asked).toEqual(['ab', 'metrics', 'metrics', 'metrics'])
  })

  test('tells every part of a style apart', () => {
    const { measurer } = counting()
    const cache = createAdvanceCache({ ...measurer, advance: (asked) => JSON.stringify(asked).length }, 100)
    const styles = [
      style,
      { ...style, families: ['Test', 'Other'] },
      { ...style, weight: 1000 },
      { ...style, italic: true },
      { ...style, letterSpacing: 0.25 },
      { ...style, variations: { wdth: 75 } },
      { ...style, language: 'sr' },
    ]
    for (const each of styles) cache.advance(each, 'a')
    for (const each of styles) expect(cache.advance({ ...each }, 'a')).toBe(JSON.stringify(each).length)
  })

  test('forgets what was not used for long, and keeps what was', () => {
    const { asked, measurer } = counting()
    const cache = createAdvanceCache(measurer, 10)
    for (let index = 0; index < 20; index++) {
      cache.advance(style, 'often')
      cache.advance(style, `word ${index}`)
    }
    cache.advance(style, 'word 19')
    expect(asked).toHaveLength(21)
    cache.advance(style, 'word 0')
    expect(asked).toHaveLength(22)
  })

  test('never remembers long texts', () => {
    const { asked, measurer } = counting()
    const cache = createAdvanceCache(measurer, 10)
    const long = 'a'.repeat(1_000)
    expect([cache.advance(style, long), cache.advance(style, long)]).toEqual([400_000, 400_000])
    expect(asked).toHaveLength(2)
  })
})
