import type { Mark } from '@pictable/renderer/markup'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { changeStyle, replaceRange } from './edit-text.ts'
import { readText } from './read-text.ts'
import {
  chipText,
  isSameText,
  joinText,
  mapStyles,
  plainText,
  type StyledText,
  sliceText,
  spliceText,
} from './styled-text.ts'
import { writeText } from './write-text.ts'

const words = fc.array(
  fc.constantFrom(
    'a',
    'b1',
    ' ',
    '*',
    '**',
    '[',
    ']',
    '(',
    ')',
    '](bold)',
    '\\',
    '{',
    '{{',
    '}}',
    '\n',
    '字',
    '👩‍👧',
    'ש',
  ),
  { maxLength: 6 },
)
const marks: fc.Arbitrary<Mark> = fc.oneof(
  fc.constant<Mark>({}),
  fc.record<Mark>(
    {
      bold: fc.constant(true),
      italic: fc.constant(true),
      underline: fc.constant(true),
      color: fc.constantFrom('#f00', '#00ff0080'),
      size: fc.constantFrom(2, 0.5),
      font: fc.constantFrom('Inter', 'Noto Serif'),
      weight: fc.constantFrom(400, 600),
      link: fc.constantFrom('https://example.com/a_(b)', 'https://example.com'),
    },
    { requiredKeys: [] },
  ),
)
const chips = fc.constantFrom('{{Price}}', '{{ [2nd name] | upper }}', '{{"}}"}}')
const part = fc.oneof(
  { weight: 3, arbitrary: fc.tuple(words, marks).map(([parts, mark]) => plainText(parts.join(''), mark)) },
  { weight: 1, arbitrary: fc.tuple(chips, marks).map(([source, mark]) => chipText(source, mark)) },
)
const styledText: fc.Arbitrary<StyledText> = fc.array(part, { maxLength: 8 }).map(joinText)
/** As people and programs write. */
const written = fc
  .array(
    fc.constantFrom(
      ...[
        'a',
        'b1',
        ' ',
        '*',
        '**',
        '***',
        '[',
        '](bold)',
        '](color=#f00 size=2)',
        '](x)',
        ']',
        '\\',
        '\\{{',
        '{',
        '}',
      ],
      ...['{{Price}}', '{{"\\\\\\\\"}}', '\r\n', '\n', '字', '👩‍👧'],
    ),
    { maxLength: 14 },
  )
  .map((parts) => parts.join(''))
  .filter((text) => {
    try {
      readText(text, { markup: true })
      return true
    } catch {
      return false
    }
  })
const places = fc.tuple(fc.nat(), fc.nat())

function rangeIn(plain: string, [one, other]: readonly [number, number]) {
  const [from = 0, to = 0] = [one % (plain.length + 1), other % (plain.length + 1)].sort((a, b) => a - b)
  return { from, to }
}

test.each([true, false])('reads what it writes, with marks: %s', (markup) => {
  fc.assert(
    fc.property(styledText, (given) => {
      const text = markup ? given : mapStyles(given, () => ({}))
      const read = readText(writeText(text, { markup, stars: false }), { markup })
      expect(isSameText(read, text), read.written).toBe(true)
    }),
    { numRuns: 200 },
  )
})

test('knows where each unit is written', () => {
  fc.assert(
    fc.property(written, (source) => {
      const text = readText(source, { markup: true })
      let last = 0
      for (let at = 0; at < text.plain.length; at++) {
        const [from = -1, to = -1] = [text.starts[at], text.ends[at]]
        expect(from).toBeGreaterThanOrEqual(last)
        expect(to).toBeGreaterThan(from)
        const own = source.slice(from, to)
        if (!own.includes('{{') && !own.includes('\r')) expect(own.endsWith(text.plain[at] ?? '')).toBe(true)
        last = to
      }
    }),
    { numRuns: 200 },
  )
})

test('an edit changes what it is told to, and keeps what is written around the marks that it is in', () => {
  fc.assert(
    fc.property(written, places, styledText, (source, place, inserted) => {
      const text = readText(source, { markup: true })
      const range = rangeIn(text.plain, place)
      const edited = replaceRange(text, range, inserted)
      expect(isSameText(edited, spliceText(text, range, inserted)), edited.written).toBe(true)
      expect(isSameText(edited, readText(edited.written, { markup: true }))).toBe(true)
    }),
    { numRuns: 300 },
  )
})

test('a change of style leaves the words as they are', () => {
  fc.assert(
    fc.property(written, places, marks, (source, place, mark) => {
      const text = readText(source, { markup: true })
      const range = rangeIn(text.plain, place)
      const edited = changeStyle(text, range, (style) => ({ ...style, ...mark }))
      expect(edited.plain).toBe(text.plain)
      const changed = mapStyles(sliceText(text, range), (style) => ({ ...style, ...mark }))
      expect(isSameText(sliceText(edited, range), changed)).toBe(true)
    }),
    { numRuns: 200 },
  )
})

test('a text that is edited elsewhere is written as before', () => {
  const own = 'A [x](bold) *2* \\[y\\] {{ Price }}\n'
  fc.assert(
    fc.property(styledText, (inserted) => {
      const text = readText(own, { markup: true })
      const edited = replaceRange(text, { from: text.plain.length, to: text.plain.length }, inserted)
      expect(edited.written.startsWith(own)).toBe(true)
    }),
    { numRuns: 100 },
  )
})
