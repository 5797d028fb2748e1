import { layoutText } from './layout.ts'
import './right-to-left.test-kit.ts'
import type { FontStyle, TextBox, TextLayout, TextLine, TextMeasurer, TextSpan, Typesetter } from './types.ts'

/** Tests lay out in a font that can be reckoned with: see `measurer`. */
export const style: FontStyle = { families: ['Test'], weight: 400, italic: false, letterSpacing: 0, wordSpacing: 0 }

export const box: TextBox = {
  widthPx: 100,
  heightPx: 100,
  fontSizePx: 10,
  lineHeight: 1,
  align: 'start',
  verticalAlign: 'top',
  direction: 'auto',
  fit: { mode: 'overflow' },
  ellipsis: '…',
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/**
 * Half an em for each grapheme, a whole one for those of Chinese, Japanese and emoji; A and V come closer by a tenth,
 * so that parts are not as wide as the whole. Ascent 0.8, descent 0.2.
 */
export const measurer: TextMeasurer = {
  advance: ({ letterSpacing }, text) => {
    let width = -10 * text.split('AV').length + 10
    for (const { segment } of graphemes.segment(text)) {
      width +=
        (/[\p{Script=Han}\p{Script=Hiragana}\p{Extended_Pictographic}]/u.test(segment) ? 100 : 50) + letterSpacing * 100
    }
    return width
  },
  metrics: () => ({ ascent: 80, descent: 20 }),
}

/** Sets the same font, with all letters and no hyphens. */
export const typesetter: Typesetter = {
  ...measurer,
  chooseFonts: ({ families }) => ({ families, missing: new Set() }),
  missingFeatures: () => [],
  lines: () => ({ underline: 0, underlineThickness: 0.1, strike: 0, strikeThickness: 0.1 }),
  ink: () => undefined,
  hyphenator: () => undefined,
}

export function span(text: string, changes: Partial<Omit<TextSpan, 'text'>> = {}): TextSpan {
  return { text, style, sizeRatio: 1, ...changes }
}

export function layout(text: string | readonly TextSpan[], changes: Partial<TextBox> = {}): TextLayout {
  return layoutText(typeof text === 'string' ? [span(text)] : text, { ...box, ...changes }, measurer)
}

/** What stands in a line from left to right; each run right to left is marked by `<`. */
export function lineText(line: TextLine | undefined): string {
  return (line?.runs ?? []).map(({ text, direction }) => (direction === 'rtl' ? `<${text}` : text)).join('|')
}

export function lineTexts({ lines }: TextLayout): string[] {
  return lines.map(lineText)
}
