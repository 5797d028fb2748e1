import { CHIP, readText } from '@pictable/editor/text'
import { ExpressionError } from '@pictable/renderer/expressions'
import { parseMarkup } from '@pictable/renderer/markup'
import { readBound } from '@pictable/renderer/read-bound'
import { resultOfChip } from '#dashboard/screens/editor/typing/fill-chip.ts'

/** As many characters as are checked. */
const MAX_CHECKED = 2000

/** The properties of layers that hold words. */
const worded = ['text', 'rows', 'headerRow', 'labels', 'value', 'series'] as const

const partOf = (json: object, key: string): unknown => Reflect.get(json, key)

type Filling = Parameters<typeof readBound>[1]

/** A text without its marks, and with its values. */
function filledText(written: string, filling: Filling): string {
  const { plain, chips } = readText(written, { markup: true })
  return plain.replaceAll(CHIP, (_, at: number) => resultOfChip(chips.get(at) ?? '', filling) ?? '')
}

/** The words in a property, with the values of the record that is looked at. */
function wordsIn(json: unknown, filling: Filling): string[] {
  if (typeof json === 'string') return [filledText(json, filling)]
  if (typeof json === 'number') return [String(json)]
  if (Array.isArray(json)) return json.flatMap((each) => wordsIn(each, filling))
  if (typeof json !== 'object' || json === null) return []
  const bound = readBound(json, filling)
  if (bound) return [bound.value ?? ''].flat().map(String)
  return Object.values(json).flatMap((each) => wordsIn(each, filling))
}

/** None where a value does not suit an expression. */
function readableWords(json: unknown, filling: Filling): string[] {
  try {
    return wordsIn(json, filling)
  } catch (error) {
    if (error instanceof ExpressionError) return []
    throw error
  }
}

/** The words that layers show, which a font for them has to have. */
export function textOfLayers(layers: readonly object[], filling: Filling): string {
  const words = layers.flatMap((layer) => worded.flatMap((name) => readableWords(partOf(layer, name), filling)))
  return words.join(' ').replaceAll(/\s+/g, ' ').trim().slice(0, MAX_CHECKED)
}

/** What a row shows of a text: its beginning, or the name of the family. */
export function sampleOf(text: string, family: string): string {
  return text === '' ? family : [...text].slice(0, 32).join('')
}

/** All families that a design names, in its properties and in the marks of its texts. */
export function familiesIn(json: unknown, key = ''): string[] {
  if (typeof json === 'string') {
    if (key === 'text' && json.includes('font=')) return parseMarkup(json).flatMap(({ mark }) => mark.font ?? [])
    return /fontFamily$/i.test(key) ? [json] : []
  }
  if (Array.isArray(json)) return [...new Set(json.flatMap((each) => familiesIn(each, key)))]
  if (typeof json !== 'object' || json === null) return []
  return [
    ...new Set(Object.entries(json).flatMap(([name, part]) => familiesIn(part, name === 'fallback' ? key : name))),
  ]
}
