import { describe, expect, test } from 'vitest'
import { isSpacedByUnits, spacedUnits } from './spaced-units.ts'

describe('spacedUnits()', () => {
  test.each([
    [['न', 'म', 'स्ते', ' ', 'क्षि']],
    [['กี้', 'ย', 'ว']],
    [['ಕ್ಷ', 'ಣ']],
    [['មែ', 'ខ្មែ', 'រ']],
    [['မြ', 'န်', 'မာ']],
    [['שָׁ', 'ל', 'וֹ', 'ם']],
    [['سَلام', ' ', 'عليكم', '!']],
    [['é', 'a']],
    [['👨‍👩‍👧', '🇩🇪']],
  ])('keeps letters with their marks: %j', (units) => {
    const text = units.join('')
    expect(spacedUnits(text).map(({ start, end }) => text.slice(start, end))).toEqual(units)
  })

  test('is not needed where every letter is a glyph', () => {
    expect(['office, 3.5%', 'Việt Nam', 'Привет', '日本語', '한글', '👍🏽'].filter(isSpacedByUnits)).toEqual([])
  })

  test.each<[string, (length: number) => string]>([
    ['marks of a cursive script, which are of two kinds', (length) => `ب${'\u0610'.repeat(length)}\u20dd`],
    ['letters that are joined to the next one', (length) => 'a\u200d'.repeat(length / 2)],
    ['letters that hang together', (length) => 'ب'.repeat(length)],
  ])('takes no longer for each of many %s', (_, textOf) => {
    const msFor = (length: number) => {
      const text = textOf(length)
      spacedUnits(text)
      const { user } = process.threadCpuUsage()
      spacedUnits(text)
      return (process.threadCpuUsage().user - user) / 1000
    }
    // Where the time doubles with each character, more of them would never end.
    expect(msFor(26)).toBeLessThan(10)
    expect(msFor(100_000)).toBeLessThan(300)
  })
})
