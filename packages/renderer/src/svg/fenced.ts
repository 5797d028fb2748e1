/** A piece of text: plain, or one of those that stand between an opening and a closing. */
export interface Piece {
  /** How a fenced piece opens; empty for plain text. */
  readonly fence: string
  readonly text: string
}

/**
 * Cuts text where pieces such as comments begin and end, in one pass whatever the text: an expression would try every
 * opening that has no end anew. What never ends is plain text.
 */
export function splitFenced(text: string, fences: Readonly<Record<string, string>>): Piece[] {
  const openings = Object.keys(fences)
  const any = new RegExp(openings.map((opening) => opening.replaceAll(/[^\w]/g, '\\$&')).join('|'), 'g')
  const pieces: Piece[] = []
  for (let at = 0; ; ) {
    any.lastIndex = at
    const found = any.exec(text)
    const fence = found?.[0] ?? ''
    const end = fences[fence] ?? ''
    const close = found ? text.indexOf(end, found.index + fence.length) : -1
    if (!found || close < 0) return [...pieces, { fence: '', text: text.slice(at) }]
    pieces.push({ fence: '', text: text.slice(at, found.index) })
    at = close + end.length
    pieces.push({ fence, text: text.slice(found.index, at) })
  }
}
