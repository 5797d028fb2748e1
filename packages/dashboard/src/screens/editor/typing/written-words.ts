import { type EditorDocument, type LayerId, layerAt } from '@pictable/editor'
import { readText, type WrittenText } from '@pictable/editor/text'
import { writeName } from '@pictable/renderer/braces'
import { filterFor } from '@pictable/renderer/format-filter'
import { partAt } from '#dashboard/screens/editor/properties/values.ts'
import { isExpression } from './fill-chip.ts'

/** The locale of a design; undefined where a field decides it. */
export function fixedLocale({ locale = 'en' }: { readonly locale?: unknown }): string | undefined {
  return typeof locale === 'string' ? locale : undefined
}

/** What a value is as an expression; undefined for one that no expression makes, such as a gradient. */
export function literalOf(value: unknown): string | undefined {
  if (typeof value === 'boolean') return String(value)
  // Expressions know no exponents.
  if (typeof value === 'number')
    return Number(value.toFixed(6)).toLocaleString('en', { useGrouping: false, maximumFractionDigits: 6 })
  return typeof value === 'string' ? `'${value.replace(/[\\']/g, '\\$&')}'` : undefined
}

/** What fills a text as an expression; undefined for several fields, and for formats that no filter has. */
function expressionOf(text: unknown, locale: string | undefined): unknown {
  const name = partAt(text, 'bind')
  if (typeof name !== 'string') return partAt(text, 'expression')
  const format = partAt(text, 'format')
  if (format === undefined) return writeName(name)
  const filter = locale === undefined ? undefined : filterFor(format, locale)
  return filter && `${writeName(name)} | ${filter}`
}

/** The text of a layer as it is typed: what fills it is a chip. Undefined for a text that no chip can fill the same. */
export function writtenWords(text: unknown, locale: string | undefined): string | undefined {
  if (text === undefined || typeof text === 'string') return text ?? ''
  const expression = expressionOf(text, locale)
  if (typeof expression !== 'string') return undefined
  const fallback = literalOf(partAt(text, 'fallback'))
  // Not `||`, for which a value that is false would be empty too. In parentheses, a number may have a sign.
  const chip = fallback === undefined ? `{{${expression}}}` : `{{(${expression}) | default:(${fallback})}}`
  return isExpression(chip) ? chip : undefined
}

/** The text of a layer; `known` where it is still the same. */
export function textIn(document: EditorDocument, layer: LayerId, known?: WrittenText): WrittenText | undefined {
  const own = layerAt(document, layer)
  const written = own?.type === 'text' ? writtenWords(own.text, fixedLocale(document.design)) : undefined
  if (own?.type !== 'text' || written === undefined) return undefined
  const markup = own.markup !== false
  return known?.written === written && known.markup === markup ? known : readText(written, { markup })
}
