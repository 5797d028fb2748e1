import { writeName } from '@pictable/renderer/braces'
import { partAt } from '#dashboard/screens/editor/properties/values.ts'
import { isExpression } from './fill-chip.ts'

/** What a value is as an expression; undefined for one that no expression makes, such as a gradient. */
export function literalOf(value: unknown): string | undefined {
  if (typeof value === 'boolean') return String(value)
  // Expressions know no exponents.
  if (typeof value === 'number')
    return Number(value.toFixed(6)).toLocaleString('en', { useGrouping: false, maximumFractionDigits: 6 })
  return typeof value === 'string' ? `'${value.replace(/[\\']/g, '\\$&')}'` : undefined
}

/** What fills a text as an expression; undefined for several fields, and for formats, which say more than filters. */
function expressionOf(text: unknown): unknown {
  const field = partAt(text, 'format') === undefined ? partAt(text, 'bind') : undefined
  return typeof field === 'string' ? writeName(field) : partAt(text, 'expression')
}

/** The text of a layer as it is typed: what fills it is a chip. Undefined for a text that no chip can fill the same. */
export function writtenWords(text: unknown): string | undefined {
  if (text === undefined || typeof text === 'string') return text ?? ''
  const expression = expressionOf(text)
  if (typeof expression !== 'string') return undefined
  const fallback = literalOf(partAt(text, 'fallback'))
  // Not `||`, for which a value that is false would be empty too. In parentheses, a number may have a sign.
  const chip = fallback === undefined ? `{{${expression}}}` : `{{(${expression}) | default:(${fallback})}}`
  return isExpression(chip) ? chip : undefined
}
