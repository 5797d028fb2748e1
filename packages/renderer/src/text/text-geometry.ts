import { drawnTextOf, hangs, isWordSeparator, MANDATORY_BREAK } from './characters.ts'
import { boundariesOf } from './graphemes.ts'
import { alignedLeftPx } from './place-lines.ts'
import type {
  Direction,
  FontStyle,
  PositionedRun,
  TextBox,
  TextLayout,
  TextLine,
  TextMeasurer,
  TextSpan,
} from './types.ts'

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
  /** Of its first and its last stop in the order of the text. */
  readonly start: number
  readonly end: number
  /**
   * From left to right; in the order of the text within runs from left to right. Spaces that hang behind the line have
   * stops as well. Made when they are first asked for.
   */
  readonly stops: readonly CaretStop[]
}

/** Where the lines of a text are, from top to bottom, and where its caret can be: on one line at least. */
export interface TextGeometry {
  readonly lines: readonly TextLineGeometry[]
  /** What of the written text does not fit, in its order. */
  readonly cuts: readonly CutText[]
  /** The characters of the written text, values included, that no font has. */
  readonly missing: readonly TextCut[]
}

/** From one place of a text to another. */
export interface TextCut {
  readonly start: number
  readonly end: number
}

/** A character that no font has: a box is drawn in its place. */
export interface MissingCharacter {
  /** Of the box, in the text that was laid out. */
  readonly at: number
  readonly character: string
  /** The fonts that its text names. */
  readonly families: readonly string[]
}

interface CutText extends TextCut {
  /** Its words, without marks. */
  readonly text: string
}

export interface LaidOutText {
  /** Of a text without a line: that of one with an empty line. */
  readonly layout: TextLayout
  readonly spans: readonly TextSpan[]
  /** In the order of `at`. */
  readonly sources: readonly TextSource[]
  readonly box: Pick<TextBox, 'align' | 'widthPx'>
  /** In the text that was laid out. */
  readonly cuts?: readonly TextCut[]
  readonly boxes?: readonly MissingCharacter[]
}

/** How wide text is, and where the letters in it begin. */
type Measurer = Pick<TextMeasurer, 'advance' | 'clusters'>

export function textGeometry(text: LaidOutText, measurer: Measurer): TextGeometry {
  const joined = text.spans.map((span) => span.text).join('')
  const reading: Reading = { ...text, joined, drawn: drawnTextOf(joined.replaceAll('\t', ' ')), measurer }
  const { lines } = text.layout
  const drawn = lines.map((line, index) => withSpaces(line, lines[index + 1]?.start, reading))
  const all = [...drawn, ...linesBehind(drawn.at(-1), reading)]
  const { sources, cuts = [], boxes = [] } = text
  return {
    lines: all.map((line) => geometryOf(line, reading)),
    cuts: cuts.map(({ start, end }) => ({
      start: writtenAt(sources, start, 'behind'),
      end: writtenAt(sources, end, 'before'),
      text: joined.slice(start, end),
    })),
    missing: boxes.map(({ at }) => ({
      start: writtenAt(sources, at, 'behind'),
      end: writtenAt(sources, at + 1, 'before'),
    })),
  }
}

interface Reading extends LaidOutText {
  readonly joined: string
  readonly drawn: (start: number, end: number) => string
  readonly measurer: Measurer
}

/** A line with the spaces that hang behind its end. */
interface WholeLine extends TextLine {
  readonly hangingEnd: number
}

function withSpaces(line: TextLine, next: number | undefined, { joined }: Reading): WholeLine {
  let hangingEnd = line.end
  const isCut = line.runs.some(({ start, end }) => start === end)
  const most = isCut ? line.end : (next ?? joined.length)
  while (hangingEnd < most && isHanging(joined.charCodeAt(hangingEnd))) hangingEnd++
  return { ...line, hangingEnd }
}

const TAB = 9
const isHanging = (code: number) => hangs(code) || code === TAB

/** Line feeds at the end of a text show no lines, but a caret can be there. */
function linesBehind(last: WholeLine | undefined, { joined, box }: Reading): WholeLine[] {
  if (!last || /[^\s]/.test(joined.slice(last.hangingEnd))) return []
  const lines: WholeLine[] = []
  let line = last
  for (const { 0: feed, index } of joined.slice(last.hangingEnd).matchAll(MANDATORY_BREAK)) {
    const start = last.hangingEnd + index + feed.length
    const baselineYPx = line.baselineYPx + line.ascentPx + line.descentPx
    const xPx = alignedLeftPx(box, line.direction, 0)
    let hangingEnd = start
    while (isHanging(joined.charCodeAt(hangingEnd))) hangingEnd++
    line = { ...line, xPx, widthPx: 0, baselineYPx, start, end: start, hangingEnd, runs: [] }
    lines.push(line)
  }
  return lines
}

function geometryOf(line: WholeLine, reading: Reading): TextLineGeometry {
  const { sources } = reading
  let stops: readonly CaretStop[] | undefined
  return {
    x: line.xPx,
    y: line.baselineYPx - line.ascentPx,
    width: line.widthPx,
    height: line.ascentPx + line.descentPx,
    baseline: line.baselineYPx,
    start: writtenAt(sources, line.start, 'behind'),
    end: writtenAt(sources, line.hangingEnd, line.hangingEnd === line.start ? 'behind' : 'before'),
    get stops() {
      stops ??= stopsOf(line, reading)
      return stops
    },
  }
}

function stopsOf(line: WholeLine, reading: Reading): readonly CaretStop[] {
  const inRuns = line.runs.flatMap((run) => stopsOfRun(run, line, reading))
  const spaces = stopsOfSpaces(line, reading)
  const all = line.direction === 'rtl' ? [...spaces.toReversed(), ...inRuns] : [...inRuns, ...spaces]
  if (all.length > 0) return all
  return [
    {
      ...placeOn(line),
      direction: line.direction,
      x: line.xPx,
      offset: writtenAt(reading.sources, line.start, 'behind'),
    },
  ]
}

const placeOn = (line: TextLine) => ({
  y: line.baselineYPx - line.ascentPx,
  height: line.ascentPx + line.descentPx,
})

function stopsOfRun(
  run: PositionedRun,
  line: TextLine,
  { spans, sources, joined, drawn, measurer }: Reading,
): CaretStop[] {
  const style = spans[run.spanIndex]?.style
  // An ellipsis stands for text that has no place.
  if (!style || run.start === run.end) return []
  const boundaries = boundariesOf(joined, run.start, run.end)
  let [length, last] = [0, run.start]
  const ends = boundaries.map((offset) => {
    length += drawn(last, offset).length
    last = offset
    return length
  })
  const along = placesIn(run.text, ends, { style, measurer })
  const common = { ...placeOn(line), direction: run.direction }
  const lettersPx = run.widthPx - (run.behindPx ?? 0)
  const stops = [run.start, ...boundaries].map((offset, index): CaretStop => {
    // What justification adds is spread over the run.
    const px = index === 0 ? 0 : (along[index - 1] ?? 1) * lettersPx
    const x = run.direction === 'rtl' ? run.xPx + run.widthPx - px : run.xPx + px
    return { ...common, x, offset: writtenAt(sources, offset, offset === run.end ? 'before' : 'behind') }
  })
  return run.direction === 'rtl' ? stops.reverse() : stops
}

interface Lettering {
  readonly style: FontStyle
  readonly measurer: Measurer
}

/** How far ends of letters are along a text, as shares of its width. Letters that are drawn as one have equal parts. */
function placesIn(text: string, ends: readonly number[], { style, measurer }: Lettering): readonly number[] {
  const clusters = measurer.clusters?.(style, text)
  const wholePx = measurer.advance(style, text)
  if (wholePx === 0) return ends.map(() => 0)
  if (!clusters) return ends.map((end) => (end === 0 ? 0 : measurer.advance(style, text.slice(0, end)) / wholePx))
  const sumPx = clusters.reduce((sum, { advance }) => sum + advance, 0)
  let [index, beforePx] = [0, 0]
  return ends.map((end, at) => {
    for (;;) {
      const cluster = clusters[index]
      if (!cluster) return 1
      const next = clusters[index + 1]?.start ?? text.length
      if (end < next) {
        const { share, count } = placeAmong(ends, at, { after: cluster.start, upTo: next })
        return (beforePx + (count === 0 ? 0 : (cluster.advance * share) / count)) / sumPx
      }
      if (end === next) return (beforePx + cluster.advance) / sumPx
      beforePx += cluster.advance
      index++
    }
  })
}

/** The number of one of the ends among those inside a cluster, from 1, and how many these are. */
function placeAmong(ends: readonly number[], at: number, { after, upTo }: { after: number; upTo: number }) {
  const own = ends[at] ?? 0
  if (own <= after) return { share: 0, count: 0 }
  let [first, last] = [at, at]
  while ((ends[first - 1] ?? 0) > after) first--
  while ((ends[last + 1] ?? Number.POSITIVE_INFINITY) <= upTo) last++
  return { share: ends.indexOf(own, first) - first + 1, count: last - first + 1 }
}

/** Behind each of the spaces that hang at the end of a line, in the order of the text. */
function stopsOfSpaces(line: WholeLine, { spans, sources, joined, layout, measurer }: Reading): CaretStop[] {
  const stops: CaretStop[] = []
  const { direction } = line
  let [px, spanEnd, spanIndex] = [0, spans[0]?.text.length ?? 0, 0]
  const edgePx = direction === 'rtl' ? line.xPx : line.xPx + line.widthPx
  if (line.hangingEnd > line.end && line.runs.length === 0) {
    stops.push({ ...placeOn(line), direction, x: edgePx, offset: writtenAt(sources, line.end, 'behind') })
  }
  for (let at = line.end; at < line.hangingEnd; at++) {
    while (at >= spanEnd && spanIndex + 1 < spans.length) spanEnd += spans[++spanIndex]?.text.length ?? 0
    const span = spans[spanIndex]
    if (!span) break
    const character = joined[at] === '\t' ? ' ' : (joined[at] ?? '')
    const em =
      measurer.advance(span.style, character) / 100 +
      (isWordSeparator(character.charCodeAt(0)) ? span.style.wordSpacing : 0)
    px += em * layout.fontSizePx * span.sizeRatio
    const x = direction === 'rtl' ? edgePx - px : edgePx + px
    stops.push({ ...placeOn(line), direction, x, offset: writtenAt(sources, at + 1, 'before') })
  }
  return stops
}

/** Where two sources meet, the offset is that in the one before or behind. */
function writtenAt(sources: readonly TextSource[], offset: number, side: 'before' | 'behind'): number {
  let [low, high] = [0, sources.length - 1]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    const at = sources[middle]?.at ?? 0
    if (side === 'before' ? at < offset : at <= offset) low = middle
    else high = middle - 1
  }
  const source = sources[low]
  return source ? source.from + offset - source.at : offset
}
