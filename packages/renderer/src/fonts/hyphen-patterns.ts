import createHyphenator from 'hyphen'
import type { Hyphenator } from '#renderer/text/types.ts'

/** Languages whose patterns have another name than their tag. */
const aliases: Readonly<Record<string, string>> = {
  de: 'de-1996',
  'de-ch': 'de-1996',
  el: 'el-monoton',
  en: 'en-us',
  'en-au': 'en-gb',
  'en-ie': 'en-gb',
  'en-in': 'en-gb',
  'en-nz': 'en-gb',
  'en-za': 'en-gb',
  ku: 'kmr',
  la: 'la-x-classic',
  mn: 'mn-cyrl',
  am: 'mul-ethi',
  ti: 'mul-ethi',
  sr: 'sr-cyrl',
  'sr-latn': 'sh-latn',
  bs: 'sh-latn',
  'zh-latn': 'zh-latn-pinyin',
}

/** Longer words are no words. */
const LONGEST_WORD = 60
const SHORTEST_WORD = 5
/** The library remembers every word it has seen, so it is begun anew after so many. */
const MOST_WORDS = 20_000
const SOFT_HYPHEN = '\u00ad'

/** The names that the patterns of a language (BCP 47) may have, the best one first. */
export function patternNames(language: string): string[] {
  const parts = language.toLowerCase().replaceAll('_', '-').split('-')
  const tags = parts.map((_, index) => parts.slice(0, parts.length - index).join('-'))
  return tags.flatMap((each) => [each, aliases[each] ?? []].flat())
}

/** Finds the places at which words may be hyphenated by the patterns of a language. */
export function hyphenatorBy(patterns: unknown): Hyphenator {
  let hyphenate = createHyphenator(patterns, { hyphenChar: SOFT_HYPHEN, html: false })
  let words = 0
  return (word) => {
    if (word.length < SHORTEST_WORD || word.length > LONGEST_WORD) return []
    if (++words % MOST_WORDS === 0) hyphenate = createHyphenator(patterns, { hyphenChar: SOFT_HYPHEN, html: false })
    let offset = 0
    const parts = hyphenate(word).split(SOFT_HYPHEN).slice(0, -1)
    return parts.map((part) => (offset += part.length))
  }
}
