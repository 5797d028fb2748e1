/** Stands at the end of every stack. */
export const DEFAULT_FAMILY = 'Inter'
export const EMOJI_FAMILY = 'Noto Color Emoji'

const byScript: readonly (readonly [RegExp, string])[] = [
  [/\p{scx=Arabic}/u, 'Noto Sans Arabic'],
  [/\p{scx=Hebrew}/u, 'Noto Sans Hebrew'],
  [/[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Bopomofo}\uFF00-\uFFEF]/u, 'Noto Sans JP'],
]

/** Symbols, ligatures and styled letters, which Inter has only in part. */
const unusual =
  /[\u2070-\u209F\u2100-\u2DFF\uA000-\uABFF\uFB00-\uFB17\u{10000}-\u{1EFFF}]|(?![\u00A9\u00AE\p{Emoji_Presentation}])\p{Extended_Pictographic}/u
const lastResorts = ['Noto Sans JP', 'Noto Serif', EMOJI_FAMILY]

/** The stack with what it may lack for this text: only families in use are ever loaded. */
export function withFallbacks(families: readonly string[], text: string): string[] {
  const needed = byScript.filter(([script]) => script.test(text)).map(([, family]) => family)
  const last = unusual.test(text) ? lastResorts : []
  return [...new Set([...families, DEFAULT_FAMILY, ...needed, ...last])]
}

const bundled = new Set([DEFAULT_FAMILY, EMOJI_FAMILY, 'Noto Serif', ...byScript.map(([, family]) => family)])
const unknownLetter =
  /[^\P{L}\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}\p{sc=Arabic}\p{sc=Hebrew}\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Bopomofo}\p{sc=Common}\p{sc=Inherited}]/gu

/** Letters of scripts that no bundled family has, as `U+D55C`; of families of the user nothing is known. */
export function missingLetters(families: readonly string[], text: string): string[] {
  if (families.some((family) => !bundled.has(family))) return []
  const letters = new Set(text.match(unknownLetter))
  return [...letters].slice(0, 20).map((letter) => `U+${(letter.codePointAt(0) ?? 0).toString(16).toUpperCase()}`)
}

const maybeEmoji = /\p{Extended_Pictographic}|\p{Regional_Indicator}|\u20E3/u
const isEmoji = /^(?!.*\uFE0E)(?:\p{Emoji_Presentation}|.*(?:\uFE0F|[\u{1F3FB}-\u{1F3FF}])|\p{Regional_Indicator})/u
let graphemes: Intl.Segmenter | undefined

/** Cuts text where emoji begin and end: text fonts have plain forms of some, which would win otherwise. */
export function splitEmoji(text: string): { text: string; emoji: boolean }[] {
  if (!maybeEmoji.test(text)) return [{ text, emoji: false }]
  graphemes ??= new Intl.Segmenter('en')
  const parts: { text: string; emoji: boolean }[] = []
  for (const { segment } of graphemes.segment(text)) {
    const emoji = isEmoji.test(segment)
    const last = parts.at(-1)
    if (last?.emoji === emoji) last.text += segment
    else parts.push({ text: segment, emoji })
  }
  return parts
}
