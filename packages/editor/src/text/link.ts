import { type Mark, readLink } from '@pictable/renderer/markup'
import { type StyledText, styleAt, type TextRange } from './styled-text.ts'

/** What the markup of templates cannot have in a link. */
const UNWRITABLE = /["{}\\]/

/** The link that a person typed, such as `example.com` or `ada@example.com`; undefined for what is none. */
export function readTypedLink(typed: string): string | undefined {
  const text = typed.trim()
  if (UNWRITABLE.test(text)) return undefined
  if (readLink(text) !== undefined) return text
  if (!/[.:]/.test(text) || text.includes('://')) return undefined
  const whole = /^[^\s@/:]+@[^\s@/:]+$/.test(text) ? `mailto:${text}` : `https://${text}`
  return readLink(whole) === undefined ? undefined : whole
}

/** All of the words of the link that a caret is in; what is selected stays as it is. */
export function rangeOfLink(text: StyledText, range: TextRange): TextRange {
  const { from: at } = range
  const link = styleAt(text, at - 1).link ?? styleAt(text, at).link
  if (range.to > at || link === undefined) return range
  let from = 0
  for (const [index, { end, style }] of text.runs.entries()) {
    const goesOn = text.runs[index + 1]?.style.link === style.link
    if (style.link === link && end >= at && !goesOn) return { from, to: end }
    if (!goesOn) from = end
  }
  return range
}

/** Whether the link of what was just typed goes on at a place: it ends with the line. */
export function linkGoesOn(text: StyledText, at: number, { link }: Mark): boolean {
  return link !== undefined && text.plain[at - 1] !== '\n' && styleAt(text, at - 1).link === link
}
