import { countWords } from '@pictable/editor/text'
import { type MissingLetters, textLayout } from '@pictable/renderer/browser'
import type { Frame, PlacedLayer } from '#dashboard/screens/editor/engine/engine.ts'
import { t } from '#dashboard/strings/editing.ts'

/** What can be said about the words of a layer. */
export type TextTopic = 'cut' | 'overflow' | 'glyphs' | 'shrunk'

interface TextMessage {
  readonly kind: 'warning' | 'note'
  readonly topic: TextTopic
  readonly text: string
  /** The missing glyphs. */
  readonly letters?: string
}

/** As many letters are named. */
const MAX_LETTERS = 3
/** As much of a cut text is counted: each letter that is typed counts again. */
const MAX_COUNTED = 20_000

function cutWords({ laidOut }: Frame, { path }: PlacedLayer): number {
  const cuts = (laidOut && textLayout(laidOut, path)?.cuts) ?? []
  const text = cuts.map((cut) => cut.text).join('\n')
  return text.length > MAX_COUNTED ? 0 : countWords(text)
}

function glyphsMessage(missing: readonly MissingLetters[]): TextMessage {
  const text = missing.map(sentenceOf).join('. ')
  return { kind: 'warning', topic: 'glyphs', text, letters: missing.flatMap(({ letters }) => letters).join('') }
}

function sentenceOf({ families, letters }: MissingLetters): string {
  // Fonts of the browser often lack them as well: their numbers can be looked up.
  const named = letters
    .slice(0, MAX_LETTERS)
    .map((letter) => `${letter} (${codeOf(letter)})`)
    .join(', ')
  const count = letters.length - MAX_LETTERS
  const listed = count > 0 ? t('editor.text_glyphs_more', { letters: named, count }) : named
  return t('editor.text_glyphs', { font: families.join(', '), listed })
}

const codeOf = (letter: string) => `U+${(letter.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`

interface OfLayer {
  readonly isTable: boolean
  /** Words are counted only of the layer that is worked on: that takes long. */
  readonly countsWords: boolean
  /** By the fonts that were asked for them. */
  readonly missing: readonly MissingLetters[]
}

function cutMessage(count: number, { isTable, words }: { isTable: boolean; words: number }): string {
  if (isTable) return t('editor.table_cut', { count })
  return words > 0 ? t('editor.text_cut_words', { count: words }) : t('editor.text_cut_lines', { count })
}

/** How a text fits its box, and which letters no font has. */
export function textMessages(frame: Frame, place: PlacedLayer, of: OfLayer): readonly TextMessage[] {
  const { fit = 1, truncated = 0, overflows } = frame.report[place.name] ?? {}
  const messages: TextMessage[] = []
  const percent = Math.round(fit * 100)
  if (truncated > 0) {
    const words = of.countsWords ? cutWords(frame, place) : 0
    messages.push({ kind: 'warning', topic: 'cut', text: cutMessage(truncated, { isTable: of.isTable, words }) })
  } else if (percent < 100) messages.push({ kind: 'note', topic: 'shrunk', text: t('editor.text_shrunk', { percent }) })
  if (overflows) messages.push({ kind: 'warning', topic: 'overflow', text: t('editor.text_overflows') })
  if (of.missing.length > 0) messages.push(glyphsMessage(of.missing))
  return messages
}
