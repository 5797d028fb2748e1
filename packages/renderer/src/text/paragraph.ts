import { bidiLevels } from './bidi.ts'
import { breakOpportunities } from './break-opportunities.ts'
import { hangs, isLowSurrogate, isSpace } from './characters.ts'
import { withHyphens } from './hyphens.ts'
import { kernedRange } from './kerned-range.ts'
import type { MeasuredText } from './measured-text.ts'
import { createPiece, measureRange, type Piece } from './pieces.ts'
import type { Direction } from './types.ts'

/** What stands at the end of a line inside a word. */
export const HYPHEN = '-'

/** UTF-16 units measured in one go. */
const LONGEST_PIECE = 256

/** From one break opportunity to the next. */
export interface Segment {
  readonly start: number
  /** Where the spaces begin that hang at the end of a line. */
  readonly contentEnd: number
  readonly end: number
  readonly widthEm: number
  readonly spacesEm: number
  /** Width of the hyphen that appears when the line breaks here; 0 for none. */
  readonly hyphenEm: number
  readonly aboveEm: number
  readonly belowEm: number
  readonly pieces: readonly Piece[]
}

/** Text between two mandatory breaks. */
export interface Paragraph {
  readonly start: number
  readonly end: number
  readonly direction: Direction
  readonly source: MeasuredText
  readonly segment: (index: number) => Segment | undefined
}

export interface ParagraphRange {
  readonly start: number
  readonly end: number
  readonly direction: 'auto' | Direction
}

/** A paragraph whose segments are found and measured when first asked for. */
export function createParagraph(source: MeasuredText, range: ParagraphRange): Paragraph {
  const { start, end } = range
  const content = source.text.slice(start, end)
  const { direction, levels } = bidiLevels(content, range.direction)
  const language = source.spans[source.spanAt(start)]?.style.language
  const breaks = withHyphens(content, breakOpportunities(content, language), source.hyphenate)
  const segments: Segment[] = []
  let nextStart = start
  let readEm = 0

  function segment(index: number): Segment | undefined {
    while (segments.length <= index) {
      const next = breaks.next()
      if (next.value === undefined) return undefined
      const segmentEnd = start + next.value.end
      const pieces = readPieces(nextStart, segmentEnd)
      segments.push(createSegment(source, pieces, { start: nextStart, hyphenated: next.value.hyphenated }))
      nextStart = segmentEnd
    }
    return segments[index]
  }

  function readPieces(from: number, to: number): Piece[] {
    const pieces: Piece[] = []
    for (let pieceStart = from; pieceStart < to; ) {
      const spanIndex = source.spanAt(pieceStart)
      const limit = Math.min(to, source.spans[spanIndex]?.end ?? to, pieceStart + LONGEST_PIECE)
      const level = levels[pieceStart - start] ?? 0
      const pieceEnd = start + evenStretch(content, levels, { from: pieceStart - start, to: limit - start })
      const place = { start: pieceStart, end: pieceEnd, spanIndex, level }
      const piece = createPiece(source, { ...place, ...kernedRange(place, { source, levels, start, end }) }, readEm)
      pieces.push(piece)
      readEm = piece.untilEm
      pieceStart = pieceEnd
    }
    return pieces
  }

  return { start, end, direction, source, segment }
}

/** End of the stretch at one level that is all spaces or none. */
function evenStretch(
  content: string,
  levels: Uint8Array,
  range: { readonly from: number; readonly to: number },
): number {
  const space = isSpace(content.charCodeAt(range.from))
  const level = levels[range.from]
  let end = range.from + 1
  while (end < range.to && levels[end] === level && isSpace(content.charCodeAt(end)) === space) end++
  return isLowSurrogate(content.charCodeAt(end)) ? end + 1 : end
}

function createSegment(
  source: MeasuredText,
  pieces: readonly Piece[],
  { start, hyphenated }: { readonly start: number; readonly hyphenated: boolean },
): Segment {
  const end = pieces.at(-1)?.end ?? start
  let contentEnd = end
  while (contentEnd > start && hangs(source.text.charCodeAt(contentEnd - 1))) contentEnd--
  let totalEm = 0
  let aboveEm = Number.NEGATIVE_INFINITY
  let belowEm = Number.NEGATIVE_INFINITY
  for (const { widthEm, spanIndex } of pieces) {
    const span = source.spans[spanIndex]
    totalEm += widthEm
    aboveEm = Math.max(aboveEm, span?.aboveEm ?? 0)
    belowEm = Math.max(belowEm, span?.belowEm ?? 0)
  }
  const widthEm = contentEnd === end ? totalEm : measureRange(source, pieces, { from: start, to: contentEnd })
  const hyphenEm = hyphenated ? source.advanceEm(pieces.at(-1)?.spanIndex ?? 0, HYPHEN) : 0
  return { start, contentEnd, end, widthEm, spacesEm: totalEm - widthEm, hyphenEm, aboveEm, belowEm, pieces }
}
