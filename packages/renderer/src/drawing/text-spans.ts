import { splitEmoji } from '#renderer/fonts/emoji.ts'
import { EMOJI_FAMILY } from '#renderer/fonts/fallback.ts'
import { type Mark, type MarkedText, parseMarkup } from '#renderer/markup.ts'
import type { FontStyle, TextSpan, Typesetter } from '#renderer/text/types.ts'
import type { TextProperties } from './text-properties.ts'

/** A stretch of text with the marks that it has. */
export interface Span extends TextSpan {
  readonly mark: Mark
}

export interface Spans {
  readonly spans: readonly Span[]
  /** Characters that no font has. */
  readonly missing: readonly string[]
}

type Lettering = Pick<
  TextProperties,
  | 'text'
  | 'markup'
  | 'fontFamily'
  | 'fontWeight'
  | 'fontStyle'
  | 'fontVariations'
  | 'letterSpacing'
  | 'wordSpacing'
  | 'language'
>

/** Reads the marks and finds fonts that have the letters. */
export function spansOf(properties: Lettering, typesetter: Typesetter): Spans {
  const { text, fontFamily, fontWeight, fontStyle, fontVariations, letterSpacing, wordSpacing, language } = properties
  const marked: MarkedText[] = properties.markup ? parseMarkup(text) : [{ text, mark: {} }]
  const missing = new Set<string>()
  const asked = [fontFamily].flat()
  const spans = marked.flatMap(({ text: words, mark }) => {
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
      const style: FontStyle = {
        ...base,
        families: choice.families,
        letterSpacing,
        wordSpacing,
        ...(Object.keys(fontVariations).length > 0 && { variations: fontVariations }),
      }
      return { text: part.text, style, sizeRatio: mark.size ?? 1, mark }
    })
  })
  return { spans, missing: [...missing].slice(0, 20) }
}
