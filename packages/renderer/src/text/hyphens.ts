import { isSoftHyphen } from './characters.ts'
import type { Hyphenator } from './types.ts'

/** A place where a line may break. */
export interface BreakPlace {
  readonly end: number
  /** A hyphen shows when the line breaks here. */
  readonly hyphenated: boolean
}

const WORDS = /[\p{L}\p{M}\u2019']+/gu

/** The breaks of a text with those inside its words between them. Words that hold soft hyphens break there only. */
export function* withHyphens(
  text: string,
  breaks: Iterable<number>,
  hyphenate: Hyphenator | undefined,
): Generator<BreakPlace, undefined> {
  let start = 0
  for (const end of breaks) {
    const hyphenated = isSoftHyphen(text.charCodeAt(end - 1))
    if (hyphenate && !hyphenated && !isSoftHyphen(text.charCodeAt(start - 1))) {
      for (const { 0: word, index } of text.slice(start, end).matchAll(WORDS)) {
        for (const offset of hyphenate(word)) yield { end: start + index + offset, hyphenated: true }
      }
    }
    yield { end, hyphenated }
    start = end
  }
}
