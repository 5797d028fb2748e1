import { type BrokenLine, TOLERANCE_EM } from './break-lines.ts'
import { hangs } from './characters.ts'
import { lastFittingBoundary } from './graphemes.ts'
import { clipPieces, measureRange, type Piece } from './pieces.ts'

/** Stands at the logical end of a line for text that was left out. */
export interface Ellipsis {
  readonly text: string
  readonly spanIndex: number
  readonly widthEm: number
}

export interface EllipsizedLine extends BrokenLine {
  readonly ellipsis: Ellipsis
}

/** The line with the ellipsis behind it, cut as short as that needs. An ellipsis wider than the line is left out. */
export function ellipsize(line: BrokenLine, ellipsis: string, maxWidthEm: number): EllipsizedLine {
  const { source } = line.paragraph
  const spanIndex = source.spanAt(Math.max(line.start, line.end - 1))
  const widthEm = source.advanceEm(spanIndex, ellipsis)
  const mark =
    widthEm > maxWidthEm + TOLERANCE_EM ? { text: '', spanIndex, widthEm: 0 } : { text: ellipsis, spanIndex, widthEm }
  const pieces = linePieces(line)
  const textEm = (to: number) => measureRange(source, pieces, { from: line.start, to })
  let end = lastFittingBoundary({
    text: source.text,
    from: line.start,
    to: line.end,
    fits: (to) => textEm(to) + mark.widthEm <= maxWidthEm + TOLERANCE_EM,
  })
  while (end > line.start && hangs(source.text.charCodeAt(end - 1))) end--
  return { ...line, end, widthEm: textEm(end) + mark.widthEm, hyphenated: false, ellipsis: mark }
}

/** The line with what follows it in its paragraph, as far as that can reach into the width and is no taller. */
export function prolong(line: BrokenLine, maxWidthEm: number): BrokenLine {
  const { paragraph } = line
  let end = line.end
  let widthEm = line.widthEm
  for (let index = line.segment; widthEm <= maxWidthEm; index++) {
    const segment = paragraph.segment(index)
    if (!segment || segment.aboveEm > line.aboveEm || segment.belowEm > line.belowEm) break
    if (segment.end <= line.end) continue
    const from = Math.max(segment.start, line.end)
    widthEm += measureRange(paragraph.source, segment.pieces, { from, to: segment.end })
    end = segment.contentEnd
  }
  return end > line.end ? { ...line, end, hyphenated: false } : line
}

/** What a line is drawn from, in logical order. */
export function linePieces(line: Pick<BrokenLine, 'paragraph' | 'segment' | 'start' | 'end'>): Piece[] {
  const { paragraph } = line
  const pieces: Piece[] = []
  for (let index = line.segment; ; index++) {
    const segment = paragraph.segment(index)
    if (!segment || segment.start >= line.end) return pieces
    for (const piece of clipPieces(paragraph.source, segment.pieces, { from: line.start, to: line.end }))
      pieces.push(piece)
  }
}
