/** Any mandatory break of UAX 14. */
export const MANDATORY_BREAK = /\r\n|[\n\v\f\r\u0085\u2028\u2029]/g

/** What has done its work once breaks and levels are known, and control characters, which fonts draw as boxes. */
const UNDRAWN = /[\p{Cc}\u00ad\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]/gu

const SOFT_HYPHEN = 0xad

/** Answers the text between two offsets as it is measured and drawn. */
export function drawnTextOf(text: string): (start: number, end: number) => string {
  // Most texts hold nothing of it: one look at the whole is cheaper than one at every word.
  if (text.search(UNDRAWN) < 0) return (start, end) => text.slice(start, end)
  return (start, end) => text.slice(start, end).replace(UNDRAWN, '')
}

export function isSoftHyphen(code: number): boolean {
  return code === SOFT_HYPHEN
}

export function isSpace(code: number): boolean {
  return code === 0x20 || (code >= 0xa0 && (code === 0xa0 || isRareSpace(code)))
}

/** Spaces that take no room at the end of a line; those that forbid a break do. */
export function hangs(code: number): boolean {
  return isSpace(code) && code !== 0xa0 && code !== 0x2007 && code !== 0x202f
}

/** The spaces that word spacing and justification widen. */
export function isWordSeparator(code: number): boolean {
  return code === 0x20 || code === 0xa0
}

const KERNED = /^[\p{L}\p{N}.,;!?…"'‘’‚“”„«»‹›]$/u

/** Letters, digits and punctuation that stand closer to some spaces; symbols are drawn without what is beside them. */
export function isKerned(character: string): boolean {
  return KERNED.test(character)
}

export function isLetter(character: string): boolean {
  return /^\p{L}$/u.test(character)
}

function isRareSpace(code: number): boolean {
  // U+200B has no width, but like a space it must not keep the spaces before it from hanging.
  return (code >= 0x2000 && code <= 0x200b) || code === 0x202f || code === 0x205f || code === 0x3000 || code === 0x1680
}

const IDEOGRAPHS = /^[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Bopomofo}\u3000-\u303f\u30fb\u30fc\uff00-\uff60]+$/u

/** Letters and signs of Chinese and Japanese, between which a line can be widened. */
export function isIdeographic(text: string): boolean {
  return IDEOGRAPHS.test(text)
}

export function isLowSurrogate(code: number): boolean {
  return code >= 0xdc00 && code <= 0xdfff
}
