import { countWords } from '@pictable/editor/text'
import { textLayout } from '@pictable/renderer/browser'
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

/** The letters behind names such as `U+0F40`. */
const lettersNamed = (names: readonly string[]): string[] =>
  names.map((name) => String.fromCodePoint(Number.parseInt(name.slice('U+'.length), 16)))

function cutWords({ laidOut }: Frame, { path }: PlacedLayer): number {
  const cuts = (laidOut && textLayout(laidOut, path)?.cuts) ?? []
  const text = cuts.map((cut) => cut.text).join('\n')
  return text.length > MAX_COUNTED ? 0 : countWords(text)
}

function missingLetters(names: readonly string[], families: readonly string[]): TextMessage {
  const all = lettersNamed(names)
  // Fonts of the browser often lack them as well: their numbers can be looked up.
  const letters = all
    .slice(0, MAX_LETTERS)
    .map((letter, at) => `${letter} (${names[at]})`)
    .join(', ')
  const count = names.length - MAX_LETTERS
  const listed = count > 0 ? t('editor.text_glyphs_more', { letters, count }) : letters
  const font = families.join(', ')
  const text = font === '' ? t('editor.text_glyphs', { listed }) : t('editor.text_glyphs_of', { font, listed })
  return { kind: 'warning', topic: 'glyphs', text, letters: all.join('') }
}

interface OfLayer {
  readonly isTable: boolean
  /** Words are counted only of the layer that is worked on: that takes long. */
  readonly countsWords: boolean
  /** The fonts that it names. */
  readonly families: readonly string[]
}

function cutMessage(count: number, { isTable, words }: { isTable: boolean; words: number }): string {
  if (isTable) return t('editor.table_cut', { count })
  return words > 0 ? t('editor.text_cut_words', { count: words }) : t('editor.text_cut_lines', { count })
}

/** How a text fits its box, and which letters no font has. */
export function textMessages(frame: Frame, place: PlacedLayer, of: OfLayer): readonly TextMessage[] {
  const { fit = 1, truncated = 0, overflows, missingGlyphs = [] } = frame.report[place.name] ?? {}
  const messages: TextMessage[] = []
  const percent = Math.round(fit * 100)
  if (truncated > 0) {
    const words = of.countsWords ? cutWords(frame, place) : 0
    messages.push({ kind: 'warning', topic: 'cut', text: cutMessage(truncated, { isTable: of.isTable, words }) })
  } else if (percent < 100) messages.push({ kind: 'note', topic: 'shrunk', text: t('editor.text_shrunk', { percent }) })
  if (overflows) messages.push({ kind: 'warning', topic: 'overflow', text: t('editor.text_overflows') })
  if (missingGlyphs.length > 0) messages.push(missingLetters(missingGlyphs, of.families))
  return messages
}
