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
})
