import { describe, expect, test } from 'vitest'
import { attackPattern, findSlow } from './find-slow.ts'
import { findPatterns } from './patterns.ts'

/**
 * A pattern that takes the square of the length takes 10 ms or more for this text, others below 1 ms. Only CPU time
 * counts, so that a busy machine changes nothing.
 */
const search = { attacks: 12, seed: 1, length: 16_384, maxMs: 8 }

const patterns = findPatterns()

describe('patterns', () => {
  test('no pattern of the product takes longer than the length of its text', () => {
    expect(patterns.length).toBeGreaterThan(400)
    expect(findSlow(patterns, search)).toEqual([])
  })

  test('no pattern is made of outside text', () => {
    const open = patterns.filter(({ isOpen }) => isOpen).map(({ place }) => place.replace(/:\d+$/, ''))
    expect(open).toEqual([
      'packages/dashboard/src/api/is-save.ts', // The paths of the contract.
      'packages/docs/src/browser/search-results.ts', // Words that a person searches, escaped, in their own browser.
      'packages/renderer/src/csv/read-csv.ts', // One of the delimiters, escaped.
      'packages/renderer/src/fonts/fallback.ts', // Names of families from a list.
      'packages/renderer/src/fonts/shaper.ts', // Names of scripts from a list.
      'packages/renderer/src/svg/fenced.ts', // Words from a list, escaped.
      'packages/renderer/src/text/read-paragraphs.ts', // A copy of a constant.
      'packages/server/src/core/image/file-key.ts', // Names of folders from a list.
      'packages/server/src/core/image/name-files.ts', // Extensions of formats, from a list.
      'packages/server/src/http/server/not-found.ts', // The paths of the contract.
    ])
  })
})

describe('attackPattern()', () => {
  test.each([
    String.raw`^(?:[\s,]*[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)*[\s,]*$`,
    '^(a+)+$',
    '^(?:a|a)*$',
    String.raw`^(?:[\p{Script=Arabic}]|[\p{Mn}])+$`,
    String.raw`\s+$`,
    String.raw`\d+\.?\d*x`,
    '<a>.*?</a>',
    String.raw`"(?:[^"\\]|\\.)*"`,
  ])('finds that %s is slow', (source) => {
    const flags = source.includes('\\p{') ? 'u' : ''
    expect(attackPattern({ place: 'test', source, flags }, { ...search, attacks: 1000 })).toBeDefined()
  })

  test.each([String.raw`(?<!\s)\s+$`, String.raw`^\d+(?:\.\d*)?x`, '^(?:a|b)*$', String.raw`"(?:[^"\\]|\\.)*"?`])(
    'finds nothing wrong with %s',
    (source) => {
      expect(attackPattern({ place: 'test', source, flags: '' }, { ...search, attacks: 200 })).toBeUndefined()
    },
  )
})
