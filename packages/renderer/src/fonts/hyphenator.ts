import { createRequire } from 'node:module'
import createHyphenator from 'hyphen'
import type { Hyphenator } from '#renderer/text/types.ts'

const require = createRequire(import.meta.url)

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

const hyphenators = new Map<string, Hyphenator | undefined>()

/** Where words of a language (BCP 47) may be hyphenated; undefined when nobody knows. Patterns are read when first asked for. */
export function hyphenator(language: string): Hyphenator | undefined {
  const tag = language.toLowerCase().replaceAll('_', '-')
  if (!hyphenators.has(tag)) hyphenators.set(tag, make(tag))
  return hyphenators.get(tag)
}

function make(tag: string): Hyphenator | undefined {
  const patterns = patternsOf(tag)
  if (patterns === undefined) return undefined
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

function patternsOf(tag: string): unknown {
  const parts = tag.split('-')
  const tags = parts.map((_, index) => parts.slice(0, parts.length - index).join('-'))
  const names = tags.flatMap((each) => [each, aliases[each] ?? []].flat())
  // The name becomes part of a path.
  const name = names.find((each) => /^[a-z0-9-]+$/.test(each) && exists(each))
  return name === undefined ? undefined : require(`hyphen/patterns/${name}.js`)
}

function exists(name: string): boolean {
  try {
    require.resolve(`hyphen/patterns/${name}.js`)
    return true
  } catch {
    return false
  }
}
