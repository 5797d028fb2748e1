import { hasBraces } from '#renderer/expressions/braces.ts'
import { colorSchema } from '#renderer/properties/color.ts'
import { NO_LINK, readLink } from '#renderer/properties/link.ts'

export { readLink } from '#renderer/properties/link.ts'

/** What marks say about a stretch of text; absent means as the layer has it. */
export interface Mark {
  bold?: true
  italic?: true
  color?: string
  /** Relative to the font size of the layer. */
  size?: number
  weight?: number
  font?: string
  highlight?: string
  underline?: true
  strike?: true
  /** What a PDF file opens where the text is clicked. */
  link?: string
}

export interface MarkedText {
  readonly text: string
  readonly mark: Mark
  /** Where its parts are written: what follows `at` in the text is what follows `from` in the markup. */
  readonly sources: readonly { readonly at: number; readonly from: number }[]
}

type Kind = '**' | '*' | '['

/** A part of a markup: text, or what opens or closes a mark. Between two of them is at most the backslash of an escape. */
export interface MarkupToken {
  readonly text: string
  /** Where the text is written. */
  readonly from: number
  /** Set once the token is known to open or close a mark: it is then not text. */
  opens?: Mark
  closes?: true
}

/**
 * Reads `**bold**`, `*italic*` and `[words](color=#f00 size=1.2 weight=600 font="Noto Serif" highlight=#ff0 underline
 * strike link=https://example.com)`. Marks nest; a backslash makes the character after it plain; whatever is not complete
 * stays as it is written, and so does a star between digits or letters, as in `2*3*4`. Takes time linear in the length of
 * the text.
 */
export function parseMarkup(text: string): MarkedText[] {
  if (!/[*[\\]/.test(text)) return [unmarked(text)]
  return marked(readMarkupTokens(text))
}

/** Text that is what is written. */
export function unmarked(text: string): MarkedText {
  return { text, mark: {}, sources: [{ at: 0, from: 0 }] }
}

const wordCharacter = /[\p{L}\p{N}]/u
const scriptWithoutSpaces = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u

/** An address may be long, and between quotes it may have parentheses. */
const attributesWithLink = String.raw`(?:[^()"\n]{0,300}\s)?link=(?:"[^"\n]{0,1000}"|[^\s"()]{0,1000})[^()\n]{0,300}`

const scanner = new RegExp(
  String.raw`\\([\\*[\]()])|(\*+)|(\[)|\]\((${attributesWithLink})\)|\]\(([^()\n]{1,200})\)|[^\\*[\]]+|[\s\S]`,
  'gu',
)

/** What is wrong with a link of a text, with its place from 1; undefined when all links are right. An expression may be one. */
export function problemOfLinks(text: string): string | undefined {
  if (!text.includes('link=')) return undefined
  for (const { 0: source, 4: attributes, index } of text.matchAll(scanner)) {
    const value = /(?:^|\s)link=("[^"]*"|\S*)/.exec(attributes ?? '')?.[1]
    const link = value?.replaceAll('"', '')
    if (link === undefined || hasBraces(link) || readLink(link) !== undefined) continue
    return `at character ${index + source.indexOf('link=') + 'link='.length + 1}: "${link.slice(0, 80)}" ${NO_LINK}`
  }
  return undefined
}

/** The text that says what `text` says to a reader that knows no links. */
export function escapeLinks(text: string): string {
  return text.includes('link=') ? text.replaceAll(/\]\((?=[^()\n]{0,300}link=)/g, String.raw`]\(`) : text
}

/** The parts of a markup, in the order in which they are written. */
export function readMarkupTokens(text: string): MarkupToken[] {
  const tokens: MarkupToken[] = []
  const open: Record<Kind, number[]> = { '**': [], '*': [], '[': [] }
  const begin = (kind: Kind, from: number) => {
    open[kind].push(tokens.length)
    tokens.push({ text: kind, from })
  }
  const end = (kind: Kind, mark: Mark, { text: source, from }: Pick<MarkupToken, 'text' | 'from'>): boolean => {
    const at = open[kind].pop()
    const opener = at === undefined ? undefined : tokens[at]
    if (at === undefined || !opener) return false
    for (const positions of Object.values(open)) while ((positions.at(-1) ?? -1) > at) positions.pop()
    opener.opens = mark
    tokens.push({ text: source, from, closes: true })
    return true
  }
  for (const match of text.matchAll(scanner)) {
    const [source, escaped, stars, bracket, linked, attributes = linked] = match
    const from = match.index
    if (escaped !== undefined) tokens.push({ text: escaped, from: from + 1 })
    else if (stars !== undefined)
      readStars({ length: stars.length, from }, sidesOf(text, from, stars.length), { tokens, open, begin, end })
    else if (bracket !== undefined) begin('[', from)
    else {
      const mark = attributes === undefined ? undefined : readAttributes(attributes)
      if (!mark || !end('[', mark, { text: source, from })) tokens.push({ text: source, from })
    }
  }
  return tokens
}

interface Sides {
  /** A single star may open or close a mark here. */
  readonly canOpen: boolean
  readonly canClose: boolean
  /** Two stars may, also inside a word. */
  readonly canOpenBold: boolean
  readonly canCloseBold: boolean
}

function sidesOf(text: string, index: number, length: number): Sides {
  const before = [...text.slice(Math.max(0, index - 2), index)].at(-1) ?? ' '
  const after = [...text.slice(index + length, index + length + 2)][0] ?? ' '
  const [canOpenBold, canCloseBold] = [!/\s/.test(after), !/\s/.test(before)]
  return {
    canOpenBold,
    canCloseBold,
    canOpen: canOpenBold && !isInWord(before),
    canClose: canCloseBold && !isInWord(after),
  }
}

/** A single star beside it neither opens nor closes a mark on that side. */
export function isInWord(character: string): boolean {
  return wordCharacter.test(character) && !scriptWithoutSpaces.test(character)
}

interface Reading {
  readonly tokens: MarkupToken[]
  readonly open: Readonly<Record<Kind, number[]>>
  readonly begin: (kind: Kind, from: number) => void
  readonly end: (kind: Kind, mark: Mark, source: Pick<MarkupToken, 'text' | 'from'>) => boolean
}

function readStars(
  { length, from }: { readonly length: number; readonly from: number },
  sides: Sides,
  { tokens, open, begin, end }: Reading,
): void {
  let left = length
  while (left > 0) {
    const at = from + length - left
    const innermost = (open['*'].at(-1) ?? -1) > (open['**'].at(-1) ?? -1) ? '*' : '**'
    if (innermost === '*' && sides.canClose && end('*', { italic: true }, { text: '*', from: at })) left -= 1
    else if (left >= 2 && sides.canCloseBold && end('**', { bold: true }, { text: '**', from: at })) left -= 2
    else if (left >= 2 && sides.canOpenBold) {
      begin('**', at)
      left -= 2
    } else if (left === 1 && sides.canOpen) {
      begin('*', at)
      left -= 1
    } else {
      tokens.push({ text: '*'.repeat(left), from: at })
      left = 0
    }
  }
}

const attribute = /([a-z]+)(?:=("[^"]*"|[^\s"]+))?(?:\s+|$)/y

function readAttributes(source: string): Mark | undefined {
  const mark: Mark = {}
  attribute.lastIndex = 0
  const text = source.trim()
  while (attribute.lastIndex < text.length) {
    const match = attribute.exec(text)
    const name = match?.[1]
    if (name === undefined || !apply(mark, name, match?.[2]?.replaceAll('"', ''))) return undefined
  }
  return text === '' ? undefined : mark
}

const flags = new Map<string, Mark>([
  ['bold', { bold: true }],
  ['italic', { italic: true }],
  ['underline', { underline: true }],
  ['strike', { strike: true }],
])

/** The sizes that marks can say, relative to that of the layer. */
export const MARK_SIZE = { least: 0.05, most: 20 }

function apply(mark: Mark, name: string, value: string | undefined): boolean {
  const flag = flags.get(name)
  if (value === undefined || flag) {
    if (value === undefined && flag) Object.assign(mark, flag)
    return value === undefined && flag !== undefined
  }
  const number = Number(value)
  if ((name === 'color' || name === 'highlight') && colorSchema.safeParse(value).success) mark[name] = value
  else if (name === 'size' && number >= MARK_SIZE.least && number <= MARK_SIZE.most) mark.size = number
  else if (name === 'weight' && number >= 1 && number <= 1000) mark.weight = number
  else if (name === 'font' && value !== '') mark.font = value
  else if (name === 'link' && readLink(value) !== undefined) mark.link = value
  else return false
  return true
}

function marked(tokens: readonly MarkupToken[]): MarkedText[] {
  const found: { text: string; mark: Mark; sources: { at: number; from: number }[] }[] = []
  const marks: Mark[] = [{}]
  for (const { text, from, opens, closes } of tokens) {
    const mark = marks.at(-1) ?? {}
    const last = found.at(-1)
    if (opens) marks.push(markInside(mark, opens))
    else if (closes) marks.pop()
    else if (last && last.mark === mark) {
      last.sources.push({ at: last.text.length, from })
      last.text += text
    } else found.push({ text, mark, sources: [{ at: 0, from }] })
  }
  return found
}

/** What marks say inside of another mark. */
export function markInside(outer: Mark, own: Mark): Mark {
  return { ...outer, ...own, ...(own.size && { size: own.size * (outer.size ?? 1) }) }
}
