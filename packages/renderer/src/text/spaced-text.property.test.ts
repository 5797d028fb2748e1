import { fileURLToPath } from 'node:url'
import { createCanvas, GlobalFonts } from '@napi-rs/canvas'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createAdvanceCache } from './advance-cache.ts'
import { box as anyBox, style as anyStyle } from './layout.test-kit.ts'
import { layoutText } from './layout.ts'
import type { FontStyle, PositionedRun, TextBox, TextSpan } from './types.ts'

/** Fonts that set letters closer to others, and one for marks that they lack. */
const FONTS = {
  'Spaced Inter': 'inter-ui/web/Inter-ExtraBold.woff2',
  'Spaced Serif': '@expo-google-fonts/noto-serif/400Regular/NotoSerif_400Regular.ttf',
  'Spaced Hebrew': '@expo-google-fonts/noto-sans-hebrew/400Regular/NotoSansHebrew_400Regular.ttf',
}
for (const [family, path] of Object.entries(FONTS)) {
  GlobalFonts.registerFromPath(fileURLToPath(import.meta.resolve(path)), family)
}

const context = createCanvas(1, 1).getContext('2d')
/** Asks only the fonts that the text needs, as the renderer does: others keep spaces from being kerned. */
function measure(text: string, { families }: FontStyle, { sizePx = 100, spacingPx = 0 }): number {
  const needed = /[\u0590-\u05ff]/.test(text) ? families : families.slice(0, 1)
  context.font = `${sizePx}px ${needed.map((family) => `"${family}"`).join(', ')}`
  context.letterSpacing = `${spacingPx}px`
  return context.measureText(text).width
}

const measurer = createAdvanceCache(
  {
    advance: (style, text) => measure(text, style, { spacingPx: style.letterSpacing * 100 }),
    metrics: () => ({ ascent: 80, descent: 20 }),
  },
  10_000,
)

const words = fc.constantFrom(
  ...['AVATAR', 'To', 'Ya', 'P', 'LTA', 'x', '2', '*', 'fi', 'W'],
  ...['e\u0301', 'AVA\u0301TAR', 'To\u0323', 'Y\u0308', 'שָׁלוֹם', 'שלום'],
)
const texts = fc
  .array(fc.tuple(words, fc.constantFrom(' ', ' ', '  ', '\u00a0')), { minLength: 1, maxLength: 8 })
  .map((parts) => parts.flat().join('').trim())
const styles = fc.record({
  family: fc.constantFrom('Spaced Inter', 'Spaced Serif'),
  letterSpacing: fc.constantFrom(0, 0.05, 0.3, -0.03),
  wordSpacing: fc.constantFrom(0, 0, 0.4),
})
const spans = fc.array(
  fc.tuple(texts, styles, fc.constantFrom(1, 1, 1.5)).map(([text, { family, ...spacing }, sizeRatio]): TextSpan => {
    return { text: `${text} `, style: { ...anyStyle, ...spacing, families: [family, 'Spaced Hebrew'] }, sizeRatio }
  }),
  { minLength: 1, maxLength: 3 },
)
const box: TextBox = { ...anyBox, widthPx: 300, heightPx: 10_000, fontSizePx: 40, ellipsis: 'e\u0301…' }

/** How wide a run is drawn, with the letter spacing behind it. */
function drawnPx(run: PositionedRun, spans: readonly TextSpan[]): number {
  const { style } = spans[run.spanIndex] ?? { style: anyStyle }
  const isUnit = run.letterSpacingPx === 0
  const behindPx = isUnit ? style.letterSpacing * run.fontSizePx : 0
  return measure(run.text, style, { sizePx: run.fontSizePx, spacingPx: run.letterSpacingPx }) + behindPx
}

/** Between how wide a run is drawn and laid out. */
const offPx = (run: PositionedRun, spans: readonly TextSpan[]) =>
  Math.abs(drawnPx(run, spans) - (run.widthPx - (run.behindPx ?? 0)))

/** Spaces that are as wide as a line or a style wants them. */
const isWidened = ({ text, spanIndex }: PositionedRun, spans: readonly TextSpan[], isStretched: boolean) =>
  text.trim() === '' && (isStretched || spans[spanIndex]?.style.wordSpacing !== 0)

describe('spaced text', () => {
  test.each(['start', 'justify'] as const)('is drawn as wide as it is laid out, aligned to the %s', (align) => {
    fc.assert(
      fc.property(spans, fc.constantFrom('overflow', 'truncate'), (spans, mode) => {
        const heightPx = mode === 'truncate' ? 60 : box.heightPx
        const { lines } = layoutText(spans, { ...box, align, heightPx, fit: { mode } }, measurer)
        for (const [index, { runs }] of lines.entries()) {
          const isStretched = align === 'justify' && index < lines.length - 1
          for (const run of runs.filter((run) => !isWidened(run, spans, isStretched))) {
            // Spaces take the kerning around them.
            expect(offPx(run, spans), run.text).toBeLessThan(run.text.trim() === '' ? 4 : 0.1)
          }
        }
      }),
      { numRuns: 200 },
    )
  })

  test('leaves the space before another span to that span: marks of a word end with it', () => {
    const style = { ...anyStyle, families: ['Spaced Serif', 'Spaced Hebrew'], letterSpacing: 0.1 }
    const spans = [
      { text: 'to\u0301 AVATAR', style, sizeRatio: 1 },
      { text: ' e\u0301 of more words than fit', style, sizeRatio: 1 },
    ]
    const [line] = layoutText(spans, { ...box, align: 'justify', widthPx: 420 }, measurer).lines
    const runs = line?.runs ?? []
    const last = runs.findLast(({ spanIndex }) => spanIndex === 0)
    expect(last?.text).toBe(' AVATAR')
    expect(last?.behindPx).toBeUndefined()
    expect(runs.some(({ behindPx }) => behindPx !== undefined)).toBe(true)
  })

  test('parts ideographs from a letter that is drawn by itself as from others', () => {
    const style = { ...anyStyle, families: ['Spaced Serif'], letterSpacing: 0.1 }
    const gapBehind = (letter: string) => {
      const text = `漢${letter} b and more words than fit`
      const { lines } = layoutText(
        [{ text, style, sizeRatio: 1 }],
        { ...box, align: 'justify', widthPx: 190 },
        measurer,
      )
      const [ideograph] = lines[0]?.runs ?? []
      return (ideograph?.widthPx ?? 0) - measure('漢', style, { sizePx: 40 })
    }
    expect(gapBehind('x')).toBeGreaterThan(5)
    expect(gapBehind('A\u0301')).toBeGreaterThan(5)
  })

  test('breaks where it is wider than its box, and nowhere else', () => {
    fc.assert(
      fc.property(spans, (spans) => {
        fc.pre(/\S \S/.test(spans.map(({ text }) => text).join('')))
        const linesIn = (widthPx: number) => layoutText(spans, { ...box, widthPx }, measurer).lines
        const [line] = linesIn(100_000)
        const widthPx = line?.widthPx ?? 0
        expect(linesIn(widthPx + 0.1)).toHaveLength(1)
        expect(linesIn(widthPx - 0.1).length).toBeGreaterThan(1)
      }),
      { numRuns: 200 },
    )
  })
})
