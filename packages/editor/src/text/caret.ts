import type { TextGeometry } from '@pictable/renderer/browser'
import type { ShownText } from './shown-text.ts'
import type { TextRange } from './styled-text.ts'

/** A place between two units of a text. */
export interface Caret {
  readonly at: number
  /** Where a line is broken between words, its end and the beginning of the next are one place: which of them is meant. */
  readonly side: 'end' | 'start'
}

interface Stop {
  readonly at: number
  readonly x: number
  readonly direction: 'ltr' | 'rtl'
}

/** A line of a text on the canvas. Lengths in px, in the frame of the layer. */
export interface CaretLine {
  readonly y: number
  readonly height: number
  /** Its first place, and its last one. */
  readonly from: number
  readonly to: number
  /** From left to right. Made when they are first asked for. */
  readonly stops: readonly Stop[]
}

/** Where a caret is drawn. */
export interface CaretPlace {
  readonly x: number
  readonly y: number
  readonly height: number
  readonly direction: 'ltr' | 'rtl'
  /** Its number, from 0. */
  readonly line: number
}

interface Area {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** The lines of a text as they are drawn, with the places of its units. */
export function caretLines({ lines }: Pick<TextGeometry, 'lines'>, shown: ShownText): readonly CaretLine[] {
  return lines.map((line): CaretLine => {
    let known: readonly Stop[] | undefined
    return {
      y: line.y,
      height: line.height,
      from: shown.plainAt(line.start),
      to: shown.plainAt(line.end),
      get stops() {
        known ??= line.stops
          .filter(({ offset }) => !shown.isInside(offset))
          .map(({ offset, x, direction }) => ({ at: shown.plainAt(offset), x, direction }))
        return known
      },
    }
  })
}

/** The first line that does not end before a place; the number of lines for a place behind all of them. */
function firstEndingAt(lines: readonly CaretLine[], at: number): number {
  let [low, high] = [0, lines.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((lines[middle]?.to ?? 0) >= at) high = middle
    else low = middle + 1
  }
  return low
}

/** The line that shows a caret: the last one for a place behind all that is drawn. */
function lineAt(lines: readonly CaretLine[], { at, side }: Caret): number {
  const first = firstEndingAt(lines, at)
  if (first === lines.length) return lines.length - 1
  const next = lines[first + 1]
  return side === 'start' && next !== undefined && next.from <= at ? first + 1 : first
}

export function placeOfCaret(lines: readonly CaretLine[], caret: Caret): CaretPlace | undefined {
  const line = lineAt(lines, caret)
  const shown = lines[line]
  const stop = shown && stopAt(shown.stops, caret.at)
  return stop && { x: stop.x, y: shown.y, height: shown.height, direction: stop.direction, line }
}

/** Where letters of two directions meet, the caret is behind the character that it follows. */
function stopAt(stops: readonly Stop[], at: number): Stop | undefined {
  const here = stops.flatMap((stop, index) => (stop.at === at ? [index] : []))
  const follows = here.find((index) =>
    [stops[index - 1], stops[index + 1]].some(
      (near) => near !== undefined && near.at < at && near.direction === stops[index]?.direction,
    ),
  )
  const found = follows ?? here[0]
  if (found !== undefined) return stops[found]
  // Within what is drawn as one: in front of it.
  return (
    stops.reduce<Stop | undefined>(
      (best, stop) => (stop.at <= at && (!best || stop.at > best.at) ? stop : best),
      undefined,
    ) ?? stops[0]
  )
}

/** The place that is nearest to a point. */
export function caretAtPoint(lines: readonly CaretLine[], { x, y }: { x: number; y: number }): Caret {
  const found = lines.findIndex((line) => y < line.y + line.height)
  return nearest(lines, found < 0 ? lines.length - 1 : found, x)
}

function nearest(lines: readonly CaretLine[], index: number, x: number): Caret {
  const line = lines[index]
  const best = line?.stops.reduce<Stop | undefined>(
    (near, stop) => (!near || Math.abs(stop.x - x) < Math.abs(near.x - x) ? stop : near),
    undefined,
  )
  const at = best?.at ?? 0
  return { at, side: line !== undefined && at === line.to && at !== line.from ? 'end' : 'start' }
}

/** One line up or down at a column; beyond the first and the last line, to their ends. */
export function caretByLines(
  lines: readonly CaretLine[],
  caret: Caret,
  { by, column }: { by: number; column: number },
): Caret {
  const target = lineAt(lines, caret) + by
  if (target < 0) return { at: lines[0]?.from ?? 0, side: 'start' }
  if (target >= lines.length) return { at: lines.at(-1)?.to ?? 0, side: 'end' }
  return nearest(lines, target, column)
}

/** The beginning or the end of the line of a caret. */
export function caretAtEdge(lines: readonly CaretLine[], caret: Caret, edge: 'start' | 'end'): Caret {
  const line = lines[lineAt(lines, caret)]
  return { at: (edge === 'start' ? line?.from : line?.to) ?? caret.at, side: edge }
}

/** How wide a line feed is shown that is selected, as a share of the height of its line. */
const FEED = 0.3

/** What to mark as selected: for each line the areas of its units. */
export function areasOfRange(lines: readonly CaretLine[], { from, to }: TextRange): readonly Area[] {
  const areas: Area[] = []
  for (let index = firstEndingAt(lines, from); index < lines.length; index++) {
    const line = lines[index]
    if (!line || line.from > to) break
    areas.push(...areasInLine(line, { from, to }))
    const next = lines[index + 1]
    const hasFeed = next !== undefined && next.from > line.to && to > line.to
    if (hasFeed) areas.push(areaOfFeed(line))
  }
  return areas
}

function areaOfFeed(line: CaretLine): Area {
  const end = stopAt(line.stops, line.to)
  const width = FEED * line.height
  const x = end?.direction === 'rtl' ? end.x - width : (end?.x ?? 0)
  return { x, y: line.y, width, height: line.height }
}

function areasInLine({ stops, y, height }: CaretLine, { from, to }: TextRange): Area[] {
  const areas: Area[] = []
  for (let index = 1; index < stops.length; index++) {
    const [one, other] = [stops[index - 1], stops[index]]
    if (!one || !other || other.x <= one.x) continue
    const [first, last] = [Math.min(one.at, other.at), Math.max(one.at, other.at)]
    if (first < from || last > to || first === last) continue
    const before = areas.at(-1)
    if (before && Math.abs(before.x + before.width - one.x) < 0.01) {
      areas[areas.length - 1] = { ...before, width: other.x - before.x }
    } else areas.push({ x: one.x, y, width: other.x - one.x, height })
  }
  return areas
}

const words = new Intl.Segmenter('en', { granularity: 'word' })
/** A word is looked for so far around a place. */
const NEAR = 500

/** The word at a place, as a double click selects it. */
export function wordAt(plain: string, at: number): TextRange {
  const line = lineOfText(plain, at)
  const start = Math.max(line.from, at - NEAR)
  const text = plain.slice(start, Math.min(line.to, at + NEAR))
  if (text === '') return { from: at, to: at }
  const { index = 0, segment = '' } = words.segment(text).containing(Math.min(at - start, text.length - 1)) ?? {}
  return { from: start + index, to: start + index + segment.length }
}

/** The paragraph at a place, without the line feed behind it. */
export function lineOfText(plain: string, at: number): TextRange {
  const end = plain.indexOf('\n', at)
  const start = at === 0 ? 0 : plain.lastIndexOf('\n', at - 1) + 1
  return { from: start, to: end < 0 ? plain.length : end }
}

/** How many words are in a text. */
export function countWords(text: string): number {
  let count = 0
  for (const { isWordLike } of words.segment(text)) if (isWordLike) count++
  return count
}
