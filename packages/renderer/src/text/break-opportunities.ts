import LineBreaker from 'linebreak'
import { quotesAsBrackets } from './quotes-as-brackets.ts'

/** Thai, Lao, Burmese and Khmer write no spaces between words: UAX 14 leaves their breaks to a dictionary. */
const DICTIONARY_TEXT = /[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff]{2,}/g
const LETTER_OR_MARK = /[\p{L}\p{M}]/u
/** Marks and repetition signs belong to what stands before them. */
const CONTINUES_WORD = /[\p{M}\u0e2f\u0e46\u0eaf\u0ec6\u17d7]/u

/** Loads dictionaries, which texts with spaces do without. */
let words: Intl.Segmenter | undefined

/** Offsets at which a line may break, ascending; the last is the end of the text. Empty text has none. */
export function* breakOpportunities(text: string, language?: string): Generator<number, undefined> {
  const hasDictionaryText = text.search(DICTIONARY_TEXT) >= 0
  const breaker = new LineBreaker(quotesAsBrackets(text, language))
  let start = 0
  for (let next = breaker.nextBreak(); next; next = breaker.nextBreak()) {
    if (hasDictionaryText) yield* dictionaryBreaks(text.slice(start, next.position), start)
    yield next.position
    start = next.position
  }
}

function* dictionaryBreaks(text: string, offset: number): Generator<number, undefined> {
  // The dictionary is chosen by script, not by locale.
  words ??= new Intl.Segmenter('th', { granularity: 'word' })
  for (const match of text.matchAll(DICTIONARY_TEXT)) {
    for (const { index } of words.segment(match[0])) {
      const before = match[0].charAt(index - 1)
      const after = match[0].charAt(index)
      if (index > 0 && LETTER_OR_MARK.test(before) && LETTER_OR_MARK.test(after) && !CONTINUES_WORD.test(after)) {
        yield offset + match.index + index
      }
    }
  }
}
