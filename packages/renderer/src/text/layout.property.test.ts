import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createAdvanceCache } from './advance-cache.ts'
import { measurer, style } from './layout.test-kit.ts'
import { layoutText } from './layout.ts'
import type { TextBox, TextFit, TextLine, TextSpan } from './types.ts'

const WORDS = [
  'a',
  'AVA',
  'word',
  'well-known',
  'incomprehensibilities',
  'auto\u00admobil',
  '10\u00a0km',
  '3.5%',
  '(x)',
]
const SCRIPTS = ['שלום', 'אב', 'اللغة', '١٢٣', 'สวัสดีครับ', '日本語。', '「テスト」', 'नमस्ते', 'e\u0301', '한국어']
const EMOJI = ['👨‍👩‍👧‍👦', '👍🏽', '🇩🇪🇫🇷', '1️⃣', '❤️‍🔥', '𐤀𐤁']
const GAPS = [
  ' ',
  '  ',
  '\n',
  '\r\n',
  '\t',
  '\u3000',
  '\u200b',
  '\u2028',
  '\u200f',
  '\u2067',
  '\u2069',
  '\u202e',
  '\u202c',
]

const texts = fc
  .array(fc.oneof(fc.constantFrom(...WORDS, ...SCRIPTS, ...EMOJI), fc.constantFrom(...GAPS), fc.constant(' ')), {
    maxLength: 40,
  })
  .map((parts) => parts.join(''))

// fast-check's own unit of all characters takes half a second to prepare.
const character = fc
  .integer({ min: 0, max: 0x10ffff - 0x800 })
  .map((point) => String.fromCodePoint(point < 0xd800 ? point : point + 0x800))

const spanLists: fc.Arbitrary<TextSpan[]> = fc.array(
  fc.record({
    text: texts,
    style: fc.constantFrom(style, { ...style, weight: 700 }, { ...style, letterSpacing: 0.1, wordSpacing: 0.5 }),
    sizeRatio: fc.constantFrom(1, 1, 0.5, 2),
  }),
  { maxLength: 4 },
)

const boxes: fc.Arbitrary<TextBox> = fc.record({
  widthPx: fc.integer({ min: 1, max: 300 }),
  heightPx: fc.integer({ min: 1, max: 100 }),
  fontSizePx: fc.integer({ min: 4, max: 30 }),
  lineHeight: fc.constantFrom(0.8, 1, 1.5),
  align: fc.constantFrom('left', 'center', 'right', 'justify', 'start', 'end'),
  verticalAlign: fc.constantFrom('top', 'middle', 'bottom'),
  direction: fc.constantFrom('auto', 'ltr', 'rtl'),
  fit: fc.constant<TextFit>({ mode: 'overflow' }),
  ellipsis: fc.constantFrom('…', '', '...'),
  balance: fc.boolean(),
  wrap: fc.constantFrom('word', 'anywhere', 'none'),
})

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })
const INVISIBLE = /^[\s\p{Cc}\u00ad\u200b\u200f\u2028\u2066-\u2069\u202a-\u202e]*$/u

function shown(line: TextLine): string {
  return line.runs.map(({ text }) => text).join('')
}

function isOneGrapheme(text: string): boolean {
  return [...graphemes.segment(text)].length <= 1
}

function check(property: (spans: readonly TextSpan[], box: TextBox) => void): void {
  fc.assert(fc.property(spanLists, boxes, property), { numRuns: 300 })
}

describe('layoutText()', () => {
  test('shows every character once, in the order of the text', () => {
    check((spans, box) => {
      const text = spans.map((span) => span.text).join('')
      let next = 0
      for (const line of layoutText(spans, box, measurer).lines) {
        for (const run of [...line.runs].sort((a, b) => a.start - b.start)) {
          expect(text.slice(next, run.start)).toMatch(INVISIBLE)
          expect(run.start).toBeGreaterThanOrEqual(next)
          const source = text.slice(run.start, run.end)
          const expected = source.replaceAll('\t', ' ').replace(/[\u00ad\u200b\u200f\u2066-\u2069\u202a-\u202e]/g, '')
          expect([expected, source.endsWith('\u00ad') && `${expected}-`]).toContain(run.text)
          next = run.end
        }
      }
      expect(text.slice(next)).toMatch(INVISIBLE)
    })
  })

  test('places the runs of a line side by side', () => {
    check((spans, box) => {
      for (const line of layoutText(spans, box, measurer).lines) {
        let xPx = line.xPx
        for (const run of line.runs) {
          expect(run.xPx).toBeCloseTo(xPx, 6)
          expect(run.baselineYPx).toBe(line.baselineYPx)
          xPx += run.widthPx
        }
        expect(xPx).toBeCloseTo(line.xPx + line.widthPx, 6)
      }
    })
  })

  test('never makes a line wider than the box, unless a single grapheme is', () => {
    check((spans, box) => {
      if (box.wrap === 'none') return
      for (const line of layoutText(spans, box, measurer).lines) {
        if (line.widthPx > box.widthPx + 0.001) expect(isOneGrapheme(shown(line))).toBe(true)
      }
    })
  })

  test('breaks no grapheme', () => {
    check((spans, box) => {
      const text = spans.map((span) => span.text).join('')
      const boundaries = new Set(Array.from(graphemes.segment(text), ({ index }) => index))
      for (const line of layoutText(spans, box, measurer).lines) {
        const start = Math.min(...line.runs.map((run) => run.start))
        if (Number.isFinite(start)) expect(boundaries).toContain(start)
      }
    })
  })

  test('keeps truncated text inside the box', () => {
    check((spans, box) => {
      const result = layoutText(spans, { ...box, fit: { mode: 'truncate' } }, measurer)
      expect(result.bounds.height <= box.heightPx + 0.001 || result.lines.length === 1).toBe(true)
      for (const line of result.lines) {
        if (line.widthPx > box.widthPx + 0.001) expect(isOneGrapheme(shown(line))).toBe(true)
      }
      const ellipses = result.lines.flatMap((line) => line.runs.filter(({ start, end }) => start === end))
      for (const { xPx, widthPx } of ellipses) {
        expect(xPx).toBeGreaterThan(-0.001)
        expect(xPx + widthPx).toBeLessThan(box.widthPx + 0.001)
      }
    })
  })

  test('truncates only what would leave the box', () => {
    check((spans, box) => {
      const whole = layoutText(spans, box, measurer)
      const truncated = layoutText(spans, { ...box, fit: { mode: 'truncate' } }, measurer)
      if (whole.overflows) return
      expect(truncated).toEqual(whole)
    })
  })

  test('shrinks until the text fits, when it can', () => {
    check((spans, box) => {
      const smallest = layoutText(spans, { ...box, fontSizePx: 2 }, measurer)
      const result = layoutText(spans, { ...box, fit: { mode: 'shrink', minFontSizePx: 2 } }, measurer)
      expect(result.fontSizePx).toBeGreaterThanOrEqual(2)
      if (smallest.overflows) return
      expect(result.overflows).toBe(false)
      expect(result.truncatedCharacters).toBe(0)
    })
  })

  test('balances without adding lines', () => {
    check((spans, box) => {
      const greedy = layoutText(spans, { ...box, balance: false }, measurer)
      const balanced = layoutText(spans, { ...box, balance: true }, measurer)
      expect(balanced.lines.length).toBeLessThanOrEqual(greedy.lines.length)
      expect(balanced.bounds.height).toBeLessThanOrEqual(greedy.bounds.height + 0.001)
    })
  })

  test('is the same with a cache of any size', () => {
    fc.assert(
      fc.property(spanLists, boxes, fc.nat(20), (spans, box, maxEntries) => {
        const cached = createAdvanceCache(measurer, maxEntries)
        const shrink = { ...box, fit: { mode: 'shrink', minFontSizePx: 2 } } as const
        expect(layoutText(spans, shrink, cached)).toEqual(layoutText(spans, shrink, measurer))
        expect(layoutText(spans, shrink, cached)).toEqual(layoutText(spans, shrink, measurer))
      }),
    )
  })

  test('takes any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: character, maxLength: 60 }), boxes, (text, box) => {
        const { lines } = layoutText([{ text, style, sizeRatio: 1 }], { ...box, wrap: 'word' }, measurer)
        for (const line of lines) expect(Number.isFinite(line.xPx + line.widthPx + line.baselineYPx)).toBe(true)
      }),
    )
  })
})
