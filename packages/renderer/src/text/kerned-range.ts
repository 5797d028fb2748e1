import { isKerned, isLetter, isSpace } from './characters.ts'
import type { MeasuredText } from './measured-text.ts'
import type { PiecePlace } from './pieces.ts'

/** Behind a word, with its last letter. */
const MOST_PUNCTUATION = 4

/** A paragraph, and the levels of its characters. */
interface Content {
  readonly source: MeasuredText
  readonly levels: Uint8Array
  readonly start: number
  readonly end: number
}

type KernedRange = Pick<PiecePlace, 'kernedFrom' | 'kernedTo'>

/** Spaces with the letters around them that are drawn with them; other text alone. */
export function kernedRange(place: Omit<PiecePlace, keyof KernedRange>, content: Content): KernedRange {
  const { start: from, end: to, spanIndex, level } = place
  const { source, levels, start, end } = content
  const alone = { kernedFrom: from, kernedTo: to }
  if (!isSpace(source.text.charCodeAt(from))) return alone
  const isBeside = (offset: number) =>
    offset >= start &&
    offset < end &&
    levels[offset - start] === level &&
    source.spanAt(offset) === spanIndex &&
    isKerned(source.text.charAt(offset))
  const kernedTo = isBeside(to) ? to + 1 : to
  if (level % 2 === 0) return { kernedFrom: isBeside(from - 1) ? from - 1 : from, kernedTo }
  // Spaces and punctuation are measured from right to left only between two letters.
  let kernedFrom = from
  while (from - kernedFrom < MOST_PUNCTUATION && isBeside(kernedFrom - 1)) {
    kernedFrom--
    if (isLetter(source.text.charAt(kernedFrom))) break
  }
  const ends = [kernedFrom, to].map((offset) => source.text.charAt(offset))
  return kernedTo > to && ends.every(isLetter) ? { kernedFrom, kernedTo } : alone
}
