import { lazily } from '#renderer/async/pending.ts'
import type { Direction } from './types.ts'

/** Its table of all characters is large, and most texts run from left to right. */
const library = lazily(async () => (await import('bidi-js/dist/bidi.mjs')).default())

/** bidi-js looks back to the last strong character from every digit: pieces of this length bound the square. */
const PIECE_LENGTH = 2_000

/** What a piece sees of its neighbours, so that its edges are not taken for those of the paragraph. */
const CONTEXT_LENGTH = 100

const RIGHT_TO_LEFT =
  /[\u0590-\u08ff\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u

/** bidi-js knows the types of all code points, but reads a text by UTF-16 units: these stand in for the pairs. */
const STAND_INS: Readonly<Record<string, string>> = {
  ON: '\u2605',
  R: '\u05d0',
  AL: '\u0627',
  EN: '0',
  AN: '\u0660',
  ET: '%',
  NSM: '\u0300',
  BN: '\u00ad',
}

/** Some control characters end a paragraph by UAX 9; here paragraphs are split by the caller. */
const UNREADABLE = /[\u{10000}-\u{10ffff}\p{Cc}]/gu

export interface BidiLevels {
  readonly direction: Direction
  /** One per UTF-16 unit; odd is right to left. */
  readonly levels: Uint8Array
}

/** UAX 9 embedding levels of one paragraph. Throws a Pending until what is needed for right to left is loaded. */
export function bidiLevels(paragraph: string, direction: Direction | 'auto'): BidiLevels {
  const levels = new Uint8Array(paragraph.length)
  if (direction !== 'rtl' && !RIGHT_TO_LEFT.test(paragraph)) return { direction: 'ltr', levels }
  const readable = paragraph.replace(UNREADABLE, standIn)
  let resolved = direction
  for (let start = 0; start < readable.length; start += PIECE_LENGTH) {
    const seenFrom = Math.max(0, start - CONTEXT_LENGTH)
    const end = start + PIECE_LENGTH
    const piece = library().getEmbeddingLevels(readable.slice(seenFrom, end + CONTEXT_LENGTH), resolved)
    if (resolved === 'auto') resolved = piece.paragraphs[0]?.level === 1 ? 'rtl' : 'ltr'
    levels.set(piece.levels.subarray(start - seenFrom, end - seenFrom), start)
  }
  return { direction: resolved === 'auto' ? 'ltr' : resolved, levels }
}

function standIn(character: string): string {
  if (character.length === 1) return ' '
  return STAND_INS[library().getBidiCharTypeName(character)]?.repeat(2) ?? character
}

/** UAX 9 rule L2: runs of one level each, in logical order, become runs from left to right. */
export function visualOrder<Run extends { readonly level: number }>(runs: readonly Run[]): Run[] {
  const ordered = [...runs]
  let highest = 0
  for (const { level } of runs) highest = Math.max(highest, level)
  for (let level = highest; level > 0; level--) {
    for (let start = 0; start < ordered.length; start++) {
      let end = start
      while ((ordered[end]?.level ?? -1) >= level) end++
      if (end - start > 1) ordered.splice(start, end - start, ...ordered.slice(start, end).reverse())
      start = end
    }
  }
  return ordered
}
