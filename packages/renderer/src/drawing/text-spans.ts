import { splitEmoji } from '#renderer/fonts/emoji.ts'
import { EMOJI_FAMILY } from '#renderer/fonts/fallback.ts'
import { isLowSurrogate } from '#renderer/text/characters.ts'
import type { MissingCharacter, TextSource } from '#renderer/text/text-geometry.ts'
import type { FontStyle, TextSpan, Typesetter } from '#renderer/text/types.ts'
import { type Mark, type MarkedText, parseMarkup, unmarked } from './markup.ts'
import type { TextProperties } from './text-properties.ts'

/** A stretch of text with the marks that it has. */
export interface Span extends TextSpan {
  readonly mark: Mark
}

export interface Spans {
  readonly spans: readonly Span[]
  /** Characters that no font has, such as `U+1F9CC`. */
  readonly missing: readonly string[]
  /** Tags of features that the fonts asked for do not have. */
  readonly missingFeatures: readonly string[]
  /** The boxes that are drawn in place of them. */
  readonly boxes: readonly MissingCharacter[]
  /** Where the text of the spans is written. */
  readonly sources: readonly TextSource[]
}

type Lettering = Pick<
  TextProperties,
  | 'text'
  | 'markup'
  | 'fontFamily'
  | 'fontWeight'
  | 'fontStyle'
  | 'fontVariations'
  | 'fontFeatures'
  | 'letterSpacing'
  | 'wordSpacing'
  | 'language'
>

/** Reads the marks and finds fonts that have the letters. */
export function spansOf(properties: Lettering, typesetter: Typesetter): Spans {
  const { text, fontFamily, fontWeight, fontStyle, fontVariations, fontFeatures } = properties
  const { letterSpacing, wordSpacing, language } = properties
  const wellFormed = text.toWellFormed()
  const { read, rest } = cut(properties.markup ? parseMarkup(wellFormed) : [unmarked(wellFormed)])
  const missing = new Set<string>()
  const missingFeatures = new Set<string>()
  const boxes: MissingCharacter[] = []
  let length = 0
  const asked = [fontFamily].flat()
  const spans = read.flatMap(({ text: words, mark }) => {
    const families = mark.font === undefined ? asked : [...new Set([mark.font, ...asked])]
    const base = {
      weight: mark.weight ?? (mark.bold ? Math.max(700, fontWeight) : fontWeight),
      italic: mark.italic ?? fontStyle === 'italic',
      ...(language !== undefined && { language }),
    }
    return splitEmoji(words).map((part): Span => {
      const stack = part.emoji ? [EMOJI_FAMILY, ...families] : families
      const choice = typesetter.chooseFonts({ ...base, families: stack, text: part.text })
      for (const character of choice.missing) missing.add(character)
      const shown = withBoxes(part.text, choice.missing)
      if (choice.missing.size > 0) {
        boxes.push(...boxesIn(part.text, choice.missing).map((box) => ({ ...box, at: length + box.at, families })))
      }
      length += shown.length
      const style: FontStyle = {
        ...base,
        families: choice.families,
        letterSpacing,
        wordSpacing,
        ...(Object.keys(fontVariations).length > 0 && { variations: fontVariations }),
        ...(Object.keys(fontFeatures).length > 0 && { features: fontFeatures }),
      }
      // Other fonts only provide what the first one lacks.
      const first = part.emoji ? [] : choice.families.slice(0, 1)
      for (const tag of typesetter.missingFeatures({ ...style, families: first })) missingFeatures.add(tag)
      return { text: shown, style, sizeRatio: mark.size ?? 1, mark }
    })
  })
  const end = spans.at(-1)
  if (end && rest !== '') spans.push({ ...end, text: rest })
  const named = [...missing].slice(0, MOST_NAMED).map(nameOf)
  return { spans, missing: named, missingFeatures: [...missingFeatures], boxes, sources: sourcesOf(read, missing) }
}

function sourcesOf(read: readonly MarkedText[], missing: ReadonlySet<string>): TextSource[] {
  const found: TextSource[] = []
  let length = 0
  for (const { text, sources } of read) {
    for (const [index, { at, from }] of sources.entries()) {
      const part = text.slice(at, sources[index + 1]?.at)
      found.push({ at: length, from }, ...afterBoxes(part, { at: length, from }, missing))
      length += withBoxes(part, missing).length
    }
  }
  return found
}

/** Behind each box whose character is written with two units. */
function afterBoxes(part: string, { at, from }: TextSource, missing: ReadonlySet<string>): TextSource[] {
  let boxes = 0
  const wide = [...part.matchAll(/[\u{10000}-\u{10ffff}]/gu)].filter(([character]) => missing.has(character))
  return wide.map(({ index }) => ({ at: at + index + 1 - boxes++, from: from + index + 2 }))
}

/** No more is laid out. */
const LONGEST_READ = 100_000

/** The stretches that are laid out, and the text behind them. */
function cut(marked: readonly MarkedText[]): { read: readonly MarkedText[]; rest: string } {
  let length = 0
  const last = marked.findIndex(({ text }) => {
    length += text.length
    return length > LONGEST_READ
  })
  if (last < 0) return { read: marked, rest: '' }
  const { text = '', mark = {}, sources = [] } = marked[last] ?? {}
  const exact = text.length - (length - LONGEST_READ)
  const end = isLowSurrogate(text.charCodeAt(exact)) ? exact - 1 : exact
  const rest = [text.slice(end), ...marked.slice(last + 1).map((each) => each.text)].join('')
  return { read: [...marked.slice(0, last), { text: text.slice(0, end), mark, sources }], rest }
}

const MOST_NAMED = 20
export const BOX = '\u25a1'

/** Nothing is left to the canvas, which would look through the fonts of other templates. */
function withBoxes(text: string, missing: ReadonlySet<string>): string {
  if (missing.size === 0) return text
  return text.replaceAll(/\P{ASCII}/gu, (character) => (missing.has(character) ? BOX : character))
}

function boxesIn(text: string, missing: ReadonlySet<string>): Omit<MissingCharacter, 'families'>[] {
  const boxes: Omit<MissingCharacter, 'families'>[] = []
  let at = 0
  for (const character of text) {
    const isMissing = missing.has(character)
    if (isMissing) boxes.push({ at, character })
    at += isMissing ? BOX.length : character.length
  }
  return boxes
}

function nameOf(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`
}
