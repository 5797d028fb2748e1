import type { Values } from '@pictable/renderer/browser'

/** As many characters as are checked. */
const MAX_CHECKED = 2000

/** The properties of layers that hold words. */
const worded = ['text', 'rows', 'headerRow', 'labels', 'value', 'series'] as const

const partOf = (json: object, key: string): unknown => Reflect.get(json, key)

/** Marks of markup, not what is between them. */
const withoutMarks = (text: string) => text.replaceAll(/\*{1,2}|\]\([^)]{0,200}\)|\[/g, '')

/** The words in a property, with the values of the record that is looked at. */
function wordsIn(json: unknown, values: Values): string[] {
  if (typeof json === 'string') {
    const filled = json.replaceAll(/\{\{\s*([^{}|]{1,200}?)\s*(?:\|[^{}]{0,500})?\}\}/g, (_, name: string) =>
      String(values[name] ?? ''),
    )
    return [withoutMarks(filled)]
  }
  if (typeof json === 'number') return [String(json)]
  if (Array.isArray(json)) return json.flatMap((each) => wordsIn(each, values))
  if (typeof json !== 'object' || json === null) return []
  const name = partOf(json, 'bind')
  if (typeof name === 'string') {
    const value: unknown = values[name]
    return wordsIn(value === undefined || value === '' ? partOf(json, 'fallback') : value, values)
  }
  return Object.values(json).flatMap((each) => wordsIn(each, values))
}

/** The words that layers show, which a font for them has to have. */
export function textOfLayers(layers: readonly object[], values: Values): string {
  const words = layers.flatMap((layer) => worded.flatMap((name) => wordsIn(partOf(layer, name), values)))
  return words.join(' ').replaceAll(/\s+/g, ' ').trim().slice(0, MAX_CHECKED)
}

/** What a row shows of a text: its beginning, or the name of the family. */
export function sampleOf(text: string, family: string): string {
  return text === '' ? family : [...text].slice(0, 32).join('')
}

/** All families that a design names. */
export function familiesIn(json: unknown, key = ''): string[] {
  if (typeof json === 'string') return /fontFamily$/i.test(key) ? [json] : []
  if (Array.isArray(json)) return [...new Set(json.flatMap((each) => familiesIn(each, key)))]
  if (typeof json !== 'object' || json === null) return []
  return [
    ...new Set(Object.entries(json).flatMap(([name, part]) => familiesIn(part, name === 'fallback' ? key : name))),
  ]
}
