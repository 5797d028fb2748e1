import { fileURLToPath } from 'node:url'
import { type Canvas, createCanvas, GlobalFonts } from '@napi-rs/canvas'
import { describe, expect, test } from 'vitest'
import { createAdvanceCache } from './advance-cache.ts'
import { box as anyBox, style as anyStyle } from './layout.test-kit.ts'
import { layoutText } from './layout.ts'
import type { FontStyle, PositionedRun, TextBox, TextLayout } from './types.ts'

const FONTS = {
  'Layout Inter': 'inter-ui/web/Inter-Regular.woff2',
  'Layout Inter bold': 'inter-ui/web/Inter-ExtraBold.woff2',
  'Layout Serif': '@expo-google-fonts/noto-serif/400Regular/NotoSerif_400Regular.ttf',
  'Layout Arabic': '@expo-google-fonts/noto-sans-arabic/400Regular/NotoSansArabic_400Regular.ttf',
  'Layout Hebrew': '@expo-google-fonts/noto-sans-hebrew/400Regular/NotoSansHebrew_400Regular.ttf',
  'Layout Japanese': '@expo-google-fonts/noto-sans-jp/400Regular/NotoSansJP_400Regular.ttf',
}
for (const [family, path] of Object.entries(FONTS)) {
  GlobalFonts.registerFromPath(fileURLToPath(import.meta.resolve(path)), family)
}

const style: FontStyle = { ...anyStyle, families: Object.keys(FONTS).slice(2) }
const box: TextBox = { ...anyBox, widthPx: 300, heightPx: 200, fontSizePx: 32, lineHeight: 1.4 }
const context = createCanvas(1, 1).getContext('2d')

function fontOf({ families }: FontStyle, sizePx: number): string {
  return `${sizePx}px ${families.map((family) => `"${family}"`).join(', ')}`
}

const measurer = createAdvanceCache(
  {
    advance: (asked, text) => {
      context.font = fontOf(asked, 100)
      context.letterSpacing = `${asked.letterSpacing * 100}px`
      return context.measureText(text).width
    },
    metrics: (asked) => {
      context.font = fontOf(asked, 100)
      const { fontBoundingBoxAscent, fontBoundingBoxDescent } = context.measureText('x')
      return { ascent: fontBoundingBoxAscent, descent: fontBoundingBoxDescent }
    },
  },
  10_000,
)

function draw({ lines }: TextLayout, only?: (run: PositionedRun) => boolean): Canvas {
  const canvas = createCanvas(box.widthPx + 100, box.heightPx + 100)
  const drawing = canvas.getContext('2d')
  for (const run of lines.flatMap((line) => line.runs)) {
    if (only && !only(run)) continue
    drawing.font = fontOf(style, run.fontSizePx)
    drawing.letterSpacing = `${run.letterSpacingPx}px`
    drawing.direction = run.direction
    drawing.textAlign = 'left'
    drawing.fillText(run.text, run.xPx + 50, run.baselineYPx + 50)
  }
  return canvas
}

/** Left, right, top and bottom of what was drawn, relative to the box. */
function inkOf(canvas: Canvas): { left: number; right: number; top: number; bottom: number } {
  const { data, width } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height)
  const ink = { left: Number.POSITIVE_INFINITY, right: 0, top: Number.POSITIVE_INFINITY, bottom: 0 }
  for (let index = 3; index < data.length; index += 4) {
    if ((data[index] ?? 0) < 64) continue
    const x = ((index - 3) / 4) % width
    const y = Math.floor((index - 3) / 4 / width)
    ink.left = Math.min(ink.left, x - 50)
    ink.right = Math.max(ink.right, x + 1 - 50)
    ink.top = Math.min(ink.top, y - 50)
    ink.bottom = Math.max(ink.bottom, y + 1 - 50)
  }
  return ink
}

const TEXTS = {
  English: 'The quick brown fox AVATAR jumps over the lazy dog, “Type” and Yo-yo.',
  Arabic: 'السعر الجديد 150 ريال (قبل الخصم 200) لكل قطعة من متجرنا',
  'Hebrew with English': 'שלום לכולם, this is a box עם 42 מילים (וגם סוגריים).',
  Japanese: '「これは日本語の長い文章です。」と彼は言った。改行を確かめる。',
}

describe('layoutText() with the advances of Skia', () => {
  test.each(Object.entries(TEXTS))('says how wide the runs of %s are drawn', (_, text) => {
    const layout = layoutText([{ text, style, sizeRatio: 1 }], box, measurer)
    expect(layout.lines.length).toBeGreaterThan(1)
    for (const run of layout.lines.flatMap(({ runs }) => runs)) {
      context.font = fontOf(style, run.fontSizePx)
      context.letterSpacing = '0px'
      context.direction = run.direction
      expect(Math.abs(context.measureText(run.text).width - run.widthPx)).toBeLessThan(0.05)
    }
  })

  test.each([
    'AVATAR To A Y. P, W “To” 3.5% self-made Left',
    'Все люди у А Т. рождаются',
    'A  B\u00a0T Y',
    'naïve résumé Ä Ö é',
  ])('knows the kerning between letters and spaces: %s', (text) => {
    const inter = { ...style, families: ['Layout Inter bold'] }
    for (const widthPx of [300, 2_000]) {
      const layout = layoutText([{ text, style: inter, sizeRatio: 1 }], { ...box, widthPx }, measurer)
      context.font = fontOf(inter, layout.fontSizePx)
      context.letterSpacing = '0px'
      for (const line of layout.lines) {
        const drawnPx = context.measureText(text.slice(line.start, line.end)).width
        expect(Math.abs(drawnPx - line.widthPx)).toBeLessThan(0.02)
      }
    }
  })

  const spaced = { ...style, letterSpacing: 0.25 }
  test.each([
    ['שָׁ', 1],
    ['e\u0301x\u0323', 2],
    ['שָׁלוֹם', 4],
    ['السعر', 0],
    ['naïve', 5],
  ])('puts letter spacing behind letters with their marks, and not into cursive words: %s', (text, count) => {
    const [plainLine] = layoutText([{ text, style, sizeRatio: 1 }], box, measurer).lines
    const layout = layoutText([{ text, style: spaced, sizeRatio: 1 }], box, measurer)
    const [line] = layout.lines
    // Letters that are drawn by themselves have no kerning.
    expect(Math.abs((line?.widthPx ?? 0) - (plainLine?.widthPx ?? 0) - count * 0.25 * 32)).toBeLessThan(0.5)
    for (const run of line?.runs ?? []) {
      context.font = fontOf(style, run.fontSizePx)
      context.letterSpacing = `${run.letterSpacingPx}px`
      const behindPx = run.letterSpacingPx === 0 && count > 0 ? 0.25 * 32 : 0
      expect(context.measureText(run.text).width + behindPx).toBeCloseTo(run.widthPx, 1)
    }
  })

  test('says how wide symbols are drawn that a font adapts to what is beside them', () => {
    const inter = { ...style, families: ['Layout Inter'] }
    const layout = layoutText(
      [{ text: '2 * 3 * 4 A * B (A) - 12:30 -> 5*6', style: inter, sizeRatio: 1 }],
      box,
      measurer,
    )
    for (const run of layout.lines.flatMap(({ runs }) => runs)) {
      context.font = fontOf(inter, run.fontSizePx)
      expect(Math.abs(context.measureText(run.text).width - run.widthPx)).toBeLessThan(0.05)
    }
  })

  test.each(Object.entries(TEXTS))('draws %s inside the box in every fit and alignment', (_, text) => {
    for (const align of ['start', 'end', 'center', 'justify'] as const) {
      for (const fit of [{ mode: 'shrink', minFontSizePx: 8, maxFontSizePx: 80 }, { mode: 'truncate' }] as const) {
        const layout = layoutText([{ text, style, sizeRatio: 1 }], { ...box, align, fit, heightPx: 100 }, measurer)
        const ink = inkOf(draw(layout))
        // Glyphs may lean over their advance, and those of a fallback font over the line, by a little.
        const leanPx = layout.fontSizePx * 0.05
        expect(ink.left).toBeGreaterThanOrEqual(-leanPx)
        expect(ink.right).toBeLessThanOrEqual(box.widthPx + leanPx)
        expect(ink.top).toBeGreaterThanOrEqual(-leanPx)
        expect(ink.bottom).toBeLessThanOrEqual(100 + leanPx)
      }
    }
  })

  test('draws runs from right to left beside each other, their outer spaces included', () => {
    const layout = layoutText([{ text: 'אבג hello דהו', style, sizeRatio: 1 }], box, measurer)
    const runs = layout.lines[0]?.runs ?? []
    expect(runs.map(({ text }) => text)).toEqual([' דהו', 'hello', 'אבג '])
    const inks = runs.map((run) => inkOf(draw(layout, (candidate) => candidate.start === run.start)))
    const gaps = inks.slice(1).map(({ left }, index) => left - (inks[index]?.right ?? 0))
    for (const gap of gaps) expect(gap).toBeGreaterThan(4)
    for (const gap of gaps) expect(gap).toBeLessThan(16)
  })

  test('fills the box with shrunk text', () => {
    const fit = { mode: 'shrink', minFontSizePx: 4, maxFontSizePx: 400 } as const
    const layout = layoutText([{ text: 'Sale', style, sizeRatio: 1 }], { ...box, fit }, measurer)
    const larger = layoutText(
      [{ text: 'Sale', style, sizeRatio: 1 }],
      { ...box, fontSizePx: layout.fontSizePx + 0.5 },
      measurer,
    )
    expect(layout.overflows).toBe(false)
    expect(larger.overflows || larger.lines.length > 1).toBe(true)
  })
})
