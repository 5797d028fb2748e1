import { CHIP, type TextRange } from './styled-text.ts'

export interface TypedChange {
  /** Of the text before. */
  readonly range: TextRange
  readonly inserted: string
}

/**
 * What was done to a field that a person types into: its text before and after, and where the caret is afterwards. Of
 * several ways to read it, the one whose end is at the caret. Undefined when nothing changed.
 */
export function typedChange(before: string, after: string, caret: number): TypedChange | undefined {
  if (before === after) return undefined
  const most = Math.min(before.length, after.length)
  // What is behind the caret was there before, unless text was deleted in front of it.
  let behind = 0
  const mostBehind = Math.min(most, Math.max(0, after.length - caret))
  while (behind < mostBehind && before[before.length - 1 - behind] === after[after.length - 1 - behind]) behind++
  let ahead = 0
  while (ahead < most - behind && before[ahead] === after[ahead]) ahead++
  const inserted = after.slice(ahead, after.length - behind)
  return { range: { from: ahead, to: before.length - behind }, inserted }
}

/** What control characters other than line feeds and tabs would be drawn as. */
const UNSEEN = /(?![\n\t])\p{Cc}/gu

/** Text from elsewhere as it can be put into a layer. */
export function cleanText(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/\r\n?|[\u2028\u2029\u0085]/g, '\n')
    .replaceAll(UNSEEN, '')
    .replaceAll(CHIP, '')
}
