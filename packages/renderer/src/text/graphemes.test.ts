import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { boundariesOf } from './graphemes.ts'

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' })
const segmented = (text: string) => [...segmenter.segment(text)].map(({ index, segment }) => index + segment.length)

describe('boundariesOf()', () => {
  test('gives the boundaries that Unicode defines', () => {
    const pieces = fc.constantFrom(...'a1 ~\r\n\t\u0301\u20e3\u200d\u0600👩🇩한\u11a8')
    fc.assert(
      fc.property(fc.array(pieces), (parts) => {
        const text = parts.join('')
        expect(boundariesOf(text, 0, text.length)).toEqual(segmented(text))
      }),
    )
  })

  test.each([
    ['no text', '', []],
    ['letters', 'abc', [1, 2, 3]],
    ['a line break of two characters', 'a\r\nb', [1, 3, 4]],
    ['an accent', 'ae\u0301', [1, 3]],
    ['a keycap', '1\uFE0F\u20E3', [3]],
  ])('gives those of %s', (_what, text, expected) => {
    expect(boundariesOf(text, 0, text.length)).toEqual(expected)
  })

  test('knows nothing of what is outside of its part', () => {
    expect(boundariesOf('xae\u0301', 1, 3)).toEqual([2, 3])
  })
})
