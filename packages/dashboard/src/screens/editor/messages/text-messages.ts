import { countWords } from '@pictable/editor/text'
import { cutTexts, isShrunkMuch, type MissingLetters } from '@pictable/renderer/browser'
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

/** As many letters of a font are named, and as many fonts. */
const [MAX_LETTERS, MAX_FONTS] = [3, 3]
/** As much of the texts of one frame is counted. */
const MAX_COUNTED = 20_000

/** Counts the words of texts; undefined for more than one frame should count. */
export type WordCounter = (texts: readonly string[]) => number | undefined

/** Of texts that are still drawn as they were. */
const counted = new WeakMap<readonly string[], number>()

/** For one frame. */
export function createWordCounter(): WordCounter {
  let left = MAX_COUNTED
  return (texts) => {
    const known = counted.get(texts)
    if (known !== undefined) return known
    const text = texts.join('\n')
    // Others may be short enough.
    if (text.length > left) return undefined
    left -= text.length
    const count = countWords(text)
    counted.set(texts, count)
    return count
  }
}

function glyphsMessage(missing: readonly MissingLetters[]): TextMessage {
  const text = missing.slice(0, MAX_FONTS).map(sentenceOf).join('. ')
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
  readonly counter: WordCounter
  /** By the fonts that were asked for them. */
  readonly missing: readonly MissingLetters[]
}

function cutMessage(count: number, { isTable, words }: { isTable: boolean; words: number }): string {
  if (isTable) return t('editor.table_cut', { count })
  return words > 0 ? t('editor.text_cut_words', { count: words }) : t('editor.text_cut_lines', { count })
}

/** How a text fits its box, and which letters no font has. */
export function textMessages(frame: Frame, place: PlacedLayer, of: OfLayer): readonly TextMessage[] {
  const report = frame.report[place.name] ?? {}
  const { fit = 1, truncated = 0, overflows, atMinimum } = report
  const messages: TextMessage[] = []
  const percent = Math.round(fit * 100)
  if (truncated > 0) {
    const words = of.isTable || !frame.laidOut ? 0 : (of.counter(cutTexts(frame.laidOut, place.path)) ?? 0)
    messages.push({ kind: 'warning', topic: 'cut', text: cutMessage(truncated, { isTable: of.isTable, words }) })
  } else if (percent < 100) {
    const text = t(atMinimum ? 'editor.text_shrunk_least' : 'editor.text_shrunk', { percent })
    messages.push({ kind: isShrunkMuch(report) ? 'warning' : 'note', topic: 'shrunk', text })
  }
  if (overflows) messages.push({ kind: 'warning', topic: 'overflow', text: t('editor.text_overflows') })
  if (of.missing.length > 0) messages.push(glyphsMessage(of.missing))
  return messages
}
