import { drawnTextOf } from './characters.ts'
import { boundariesOf } from './graphemes.ts'
import type { Direction, PositionedRun, TextLayout, TextLine, TextMeasurer, TextSpan } from './types.ts'

/** What follows `at` in the text that was laid out is what follows `from` in the text as it is written. */
export interface TextSource {
  readonly at: number
  readonly from: number
}

/** A place for the caret: before, between or after what is read as one character. Lengths in px, in the frame of the layer. */
export interface CaretStop {
  /** Into the written text, in UTF-16 units: marks of markup are counted, an ellipsis and hyphens of line breaks are not. */
  readonly offset: number
  readonly x: number
  /** Upper end of the caret. */
  readonly y: number
  readonly height: number
  /** Of the run that it belongs to: where two runs meet, each has a stop of its own. */
  readonly direction: Direction
}

export interface TextLineGeometry {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  readonly baseline: number
  /** From left to right; in the order of the text within runs from left to right. */
  readonly stops: readonly CaretStop[]
}

/** Where the lines of a text are, from top to bottom, and where its caret can be. */
export interface TextGeometry {
  readonly lines: readonly TextLineGeometry[]
}

export interface LaidOutText {
  readonly layout: TextLayout
  readonly spans: readonly TextSpan[]
  /** In the order of `at`. */
  readonly sources: readonly TextSource[]
}

export function textGeometry(text: LaidOutText, measurer: Pick<TextMeasurer, 'advance'>): TextGeometry {
  const joined = text.spans.map((span) => span.text).join('')
  const drawn = drawnTextOf(joined.replaceAll('\t', ' '))
  return {
    lines: text.layout.lines.map((line) => ({
      x: line.xPx,
      y: line.baselineYPx - line.ascentPx,
      width: line.widthPx,
      height: line.ascentPx + line.descentPx,
      baseline: line.baselineYPx,
      stops: line.runs.flatMap((run) => stopsOf(run, line, { ...text, joined, drawn, measurer })),
    })),
  }
}

interface Reading extends LaidOutText {
  readonly joined: string
  readonly drawn: (start: number, end: number) => string
  readonly measurer: Pick<TextMeasurer, 'advance'>
}

function stopsOf(
  run: PositionedRun,
  line: TextLine,
  { spans, sources, joined, drawn, measurer }: Reading,
): CaretStop[] {
  const style = spans[run.spanIndex]?.style
  // An ellipsis stands for text that has no place.
  if (!style || run.start === run.end) return []
  const wholePx = measurer.advance(style, run.text)
  const at = (offset: number) => {
    const text = drawn(run.start, offset)
    if (text === '' || wholePx === 0) return 0
    // What justification adds is spread over the run.
    return (measurer.advance(style, text) / wholePx) * run.widthPx
  }
  const common = {
    y: line.baselineYPx - line.ascentPx,
    height: line.ascentPx + line.descentPx,
    direction: run.direction,
  }
  const stops = [run.start, ...boundariesOf(joined, run.start, run.end)].map((offset): CaretStop => {
    const along = at(offset)
    const x = run.direction === 'rtl' ? run.xPx + run.widthPx - along : run.xPx + along
    return { ...common, x, offset: writtenAt(sources, offset, offset === run.end ? 'before' : 'behind') }
  })
  return run.direction === 'rtl' ? stops.reverse() : stops
}

/** Where two sources meet, the offset is that in the one before or behind. */
function writtenAt(sources: readonly TextSource[], offset: number, side: 'before' | 'behind'): number {
  const source = sources.findLast(({ at }) => (side === 'before' ? at < offset : at <= offset)) ?? sources[0]
  return source ? source.from + offset - source.at : offset
}
