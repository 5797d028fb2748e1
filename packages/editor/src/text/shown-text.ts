import { spelledBy, type WrittenText } from './read-text.ts'

/** A text as it is drawn with the values of a record, its marks included, and where its units are in that. */
export interface ShownText {
  readonly shown: string
  /** The place of a unit between two others, as a caret has it, for a place in what is drawn. */
  plainAt(shown: number): number
  /** Whether a place is within a chip. */
  isInside(shown: number): boolean
  /** Where the unit at a place begins. */
  shownAt(plain: number): number
}

/**
 * Fills the chips. `fill` says what an expression makes, already in markup; what it makes of no value should be seen, as a
 * chip cannot be found otherwise.
 */
export function showText(text: WrittenText, fill: (source: string) => string): ShownText {
  const { written, plain, starts, ends, chips } = text
  const places = new Uint32Array(plain.length + 1)
  const chipEnds = new Map<number, number>()
  let [shown, done] = ['', 0]
  for (let at = 0; at < plain.length; at++) {
    const [from = 0, to = 0] = [starts[at], ends[at]]
    shown += written.slice(done, from)
    const own = written.slice(from, to)
    const source = chips.get(at)
    places[at] = shown.length
    if (source !== undefined) {
      shown += fill(source)
      chipEnds.set(at, shown.length)
    } else if (own === '\\{') shown += '{'
    else {
      // Most are written as they are.
      shown += (own.length > 2 ? spelledBy(own, text) : undefined) ?? own
      // A caret is in front of the character, behind the backslash of its escape.
      if (own.length === 2 && own.startsWith('\\')) places[at] = shown.length - 1
    }
    done = to
  }
  shown += written.slice(done)
  places[plain.length] = shown.length
  const find = (place: number) => {
    let [low, high] = [0, plain.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((places[middle] ?? 0) >= place) high = middle
      else low = middle + 1
    }
    return low
  }
  const isInside = (place: number) => place < (chipEnds.get(find(place) - 1) ?? place)
  return {
    shown,
    shownAt: (at) => places[Math.max(0, Math.min(plain.length, at))] ?? 0,
    plainAt: (place) => (isInside(place) ? find(place) - 1 : find(place)),
    isInside,
  }
}
