import type { Span } from '#renderer/drawing/text-spans.ts'
import type { PositionedRun, Typesetter } from '#renderer/text/types.ts'

/** What is turned as one: a letter, or a word of a script whose letters hang together. */
export interface Letter {
  readonly text: string
  readonly span: Span
  readonly run: PositionedRun
  /** Of its left edge in the straight line. */
  readonly xPx: number
  readonly widthPx: number
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })
const words = new Intl.Segmenter('en', { granularity: 'word' })
const joined =
  /[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Mongolian}\p{Script=Nko}\p{Script=Adlam}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}]/u

/** Cuts a line into what can be turned for itself; kerning stays as it is. */
export function lettersOf(
  runs: readonly PositionedRun[],
  spans: readonly Span[],
  typesetter: Pick<Typesetter, 'advance'>,
): Letter[] {
  return runs.flatMap((run): Letter[] => {
    const span = spans[run.spanIndex]
    if (!span) return []
    if (run.letterSpacingPx === 0 && span.style.letterSpacing !== 0) {
      return [{ text: run.text, span, run, xPx: run.xPx, widthPx: run.widthPx }]
    }
    const em = run.fontSizePx / 100
    const pieces = joined.test(run.text) ? words.segment(run.text) : graphemes.segment(run.text)
    const advance = (text: string) => (text === '' ? 0 : typesetter.advance(span.style, text) * em)
    return Array.from(pieces, ({ segment, index }) => {
      const before = advance(run.text.slice(0, index))
      const widthPx = advance(run.text.slice(0, index + segment.length)) - before
      const xPx = run.direction === 'rtl' ? run.xPx + run.widthPx - before - widthPx : run.xPx + before
      return { text: segment, span, run, xPx, widthPx }
    })
  })
}
