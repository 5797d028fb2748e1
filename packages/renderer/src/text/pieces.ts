import { isSpace, isWordSeparator } from './characters.ts'
import type { MeasuredText } from './measured-text.ts'

/** Text in one span, at one level, all spaces or none: it is measured and drawn as a whole. Offsets are into the text. */
export interface Piece {
  readonly start: number
  readonly end: number
  readonly spanIndex: number
  readonly level: number
  /** From the letter before spaces to the letter after them: fonts set some letters closer to a space. */
  readonly kernedFrom: number
  readonly kernedTo: number
  readonly widthEm: number
  /** Width from the start of the paragraph to its end. */
  readonly untilEm: number
  /** Spaces that can be widened. */
  readonly separators: number
}

/** Where the line or the part of a line lies. */
export interface TextRange {
  readonly from: number
  readonly to: number
}

export type PiecePlace = Pick<Piece, 'start' | 'end' | 'spanIndex' | 'level' | 'kernedFrom' | 'kernedTo'>

export function createPiece(source: MeasuredText, place: PiecePlace, fromEm: number): Piece {
  const { start, end, spanIndex } = place
  const separators = countSeparators(source.text, start, end)
  const span = source.spans[spanIndex]
  const spacingEm = span && separators > 0 ? span.style.wordSpacing * span.sizeRatio * separators : 0
  const widthEm = kernedEm(source, place) + spacingEm
  return { ...place, widthEm, untilEm: fromEm + widthEm, separators }
}

/** Spaces take all of the kerning around them, so that it goes with them at the end of a line. */
function kernedEm(source: MeasuredText, { start, end, spanIndex, kernedFrom, kernedTo }: PiecePlace): number {
  const advanceEm = (from: number, to: number) => source.advanceEm(spanIndex, source.drawn(from, to))
  const allEm = advanceEm(kernedFrom, kernedTo)
  return kernedTo - kernedFrom === end - start ? allEm : allEm - advanceEm(kernedFrom, start) - advanceEm(end, kernedTo)
}

function countSeparators(text: string, start: number, end: number): number {
  if (!isSpace(text.charCodeAt(start))) return 0
  let separators = 0
  for (let offset = start; offset < end; offset++) if (isWordSeparator(text.charCodeAt(offset))) separators++
  return separators
}

/** The parts between two offsets of neighbouring pieces in logical order. */
export function clipPieces(source: MeasuredText, pieces: readonly Piece[], { from, to }: TextRange): Piece[] {
  const clipped: Piece[] = []
  for (let index = indexAt(pieces, from); index < pieces.length; index++) {
    const piece = pieces[index]
    if (!piece || piece.start >= to) break
    if (piece.end > from) clipped.push(clipPiece(source, piece, { from, to }))
  }
  return clipped
}

/** Width in em between two offsets of neighbouring pieces; costs no more for a long range. */
export function measureRange(source: MeasuredText, pieces: readonly Piece[], range: TextRange): number {
  const first = pieces[indexAt(pieces, range.from)]
  const last = pieces[indexAt(pieces, range.to - 1)]
  if (!first || !last || range.from >= range.to) return 0
  const headEm = clipPiece(source, first, range).widthEm
  if (first === last) return headEm
  const tailEm = clipPiece(source, last, range).widthEm
  return headEm + (last.untilEm - last.widthEm - first.untilEm) + tailEm
}

function clipPiece(source: MeasuredText, piece: Piece, { from, to }: TextRange): Piece {
  // Spaces at its ends have no kerning with letters of other lines.
  if (piece.kernedFrom >= from && piece.kernedTo <= to) return piece
  const start = Math.max(from, piece.start)
  const end = Math.min(to, piece.end)
  const kernedFrom = start === piece.start ? Math.max(from, piece.kernedFrom) : start
  const kernedTo = end === piece.end ? Math.min(to, piece.kernedTo) : end
  const { spanIndex, level } = piece
  const place = { start, end, spanIndex, level, kernedFrom, kernedTo }
  const clipped = createPiece(source, place, piece.untilEm - piece.widthEm)
  // What is cut off its start leaves the end where it was.
  return to < piece.end ? clipped : { ...clipped, untilEm: piece.untilEm }
}

/** Index of the first piece that ends after `offset`. */
function indexAt(pieces: readonly Piece[], offset: number): number {
  let low = 0
  let high = pieces.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((pieces[middle]?.end ?? 0) > offset) high = middle
    else low = middle + 1
  }
  return low
}
