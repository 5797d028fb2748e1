import { drawnTextOf, MANDATORY_BREAK } from './characters.ts'
import { isSpacedByUnits, spacedUnits } from './spaced-units.ts'
import type { FontStyle, Hyphenator, TextBox, TextMeasurer, TextSpan } from './types.ts'

/** UTF-16 units that are laid out; a text longer than this is never read to its end. */
const LONGEST_TEXT = 100_000

/** Size at which the measurer measures. */
const REFERENCE_PX = 100

/** A span at its place in the text. Lengths in em of the box's font size. */
export interface PlacedSpan {
  readonly style: FontStyle
  readonly sizeRatio: number
  readonly end: number
  /** From the baseline to the edges of its line box, half of the leading each. */
  readonly aboveEm: number
  readonly belowEm: number
}

/** The joined text of all spans, and what can be known of it before its size is. */
export interface MeasuredText {
  readonly text: string
  /** UTF-16 length of the whole text, also of what is too long to be laid out. */
  readonly totalLength: number
  readonly spans: readonly PlacedSpan[]
  readonly hyphenate: Hyphenator | undefined
  /** Index of the span that holds the character at `offset`. */
  readonly spanAt: (offset: number) => number
  /** The text between two offsets as it is measured and drawn. */
  readonly drawn: (start: number, end: number) => string
  /** Width in em of such a text in the style of a span; word spacing not included. */
  readonly advanceEm: (spanIndex: number, text: string) => number
  /** Width in em of such a text that is drawn at once, without its letter spacing. */
  readonly wholeEm: (spanIndex: number, text: string) => number
  /** Whether its letter spacing is put between units instead of being left to the canvas. */
  readonly isSpacedByUnits: (spanIndex: number, text: string) => boolean
}

export function measuredText(spans: readonly TextSpan[], box: TextBox, measurer: TextMeasurer): MeasuredText {
  const joined = withoutLastBreaks(spans.map(({ text }) => text).join(''))
  const placed = placeSpans(spans, box.lineHeight, measurer)
  const text = joined.slice(0, LONGEST_TEXT).replaceAll('\t', ' ').toWellFormed()
  const byUnits = (spanIndex: number, drawn: string) =>
    placed[spanIndex]?.style.letterSpacing !== 0 && isSpacedByUnits(drawn)
  return {
    text,
    totalLength: joined.length,
    spans: placed,
    hyphenate: box.hyphenate,
    spanAt: (offset) => {
      let low = 0
      let high = placed.length - 1
      while (low < high) {
        const middle = (low + high) >> 1
        if ((placed[middle]?.end ?? 0) > offset) high = middle
        else low = middle + 1
      }
      return low
    },
    drawn: drawnTextOf(text),
    advanceEm: (spanIndex, drawn) => {
      const span = placed[spanIndex]
      if (!span || drawn === '') return 0
      const isApart = byUnits(spanIndex, drawn)
      const widthPx = isApart ? unitsPx(span.style, drawn, measurer) : measurer.advance(span.style, drawn)
      return (widthPx / REFERENCE_PX) * span.sizeRatio
    },
    wholeEm: (spanIndex, drawn) => {
      const span = placed[spanIndex]
      if (!span || drawn === '') return 0
      return (measurer.advance(unspaced(span.style), drawn) / REFERENCE_PX) * span.sizeRatio
    },
    isSpacedByUnits: byUnits,
  }
}

const unspaced = (style: FontStyle): FontStyle => ({ ...style, letterSpacing: 0 })

/** Units are drawn by themselves, each with the spacing behind it. */
function unitsPx(style: FontStyle, text: string, measurer: TextMeasurer): number {
  const plain = unspaced(style)
  const spacingPx = style.letterSpacing * REFERENCE_PX
  return spacedUnits(text).reduce((sum, { start, end, isCursive }) => {
    return sum + measurer.advance(plain, text.slice(start, end)) + (isCursive ? 0 : spacingPx)
  }, 0)
}

/** Line feeds at the end, as of many a table, show nothing: they take no room that text could have. */
function withoutLastBreaks(text: string): string {
  let end = text.length
  while (end > 0 && text.charCodeAt(end - 1) <= 0x20) end--
  const ending = text.slice(end)
  const firstBreak = ending.search(MANDATORY_BREAK)
  return firstBreak < 0 ? text : text.slice(0, end + firstBreak)
}

/** Half-leading as in CSS: what the line height adds to ascent and descent is spread evenly around them. */
function placeSpans(spans: readonly TextSpan[], lineHeight: number, measurer: TextMeasurer): PlacedSpan[] {
  let end = 0
  return spans.map(({ text, style, sizeRatio }) => {
    end += text.length
    const metrics = measurer.metrics(style)
    const ascent = metrics.ascent / REFERENCE_PX
    const descent = metrics.descent / REFERENCE_PX
    const halfLeading = (lineHeight - ascent - descent) / 2
    return {
      style,
      sizeRatio,
      end,
      aboveEm: (ascent + halfLeading) * sizeRatio,
      belowEm: (descent + halfLeading) * sizeRatio,
    }
  })
}
