/** Full-width and half-width characters of East Asian text, and emoji. */
const WIDE =
  '[\\u1100-\\u115f\\u2e80-\\u303e\\u3041-\\ua4cf\\ua960-\\ua97c\\uac00-\\ud7a3\\uf900-\\ufaff\\ufe10-\\ufe19\\ufe30-\\ufe6f\\uff01-\\uffe6\\u{17000}-\\u{1b2ff}\\u{20000}-\\u{3fffd}\\p{Emoji_Presentation}]'
const BEFORE_OPENING = '[\\s\\p{Ps}\\p{Pi}"\']'
const AFTER_CLOSING = '[\\s\\p{Pe}\\p{Pf}"\',.;:!?/]'

const QUOTE = /["'\p{Pi}\p{Pf}]/u
const OPENING = new RegExp(`(?<=^|${BEFORE_OPENING})\\p{Pi}|(?<=${WIDE})\\p{Pi}(?=${WIDE})`, 'gu')
const CLOSING = new RegExp(
  `\\p{Pf}(?=$|${AFTER_CLOSING})|(?<=${WIDE})\\p{Pf}(?=${WIDE})|(?<=[^\\s\\p{Pi}])["'](?=\\s)`,
  'gu',
)

/** In Chinese these are brackets everywhere. */
const CHINESE = /^zh\b/i

/**
 * Brackets in place of the quotes whose side is known, each as long as the quote, so that lines break at them as rules LB15
 * and LB19 of UAX 14 say since Unicode 16. The library has those of Unicode 13, which know no sides.
 */
export function quotesAsBrackets(text: string, language = ''): string {
  if (!QUOTE.test(text)) return text
  const read = CHINESE.test(language) ? text.replaceAll('“', '(').replaceAll('”', '」') : text
  return read.replaceAll(OPENING, '(').replaceAll(CLOSING, '」')
}
