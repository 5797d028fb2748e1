import * as v from 'valibot'
import { shownField } from '#dashboard/parts/templates/written-field.ts'
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

const count = v.exactOptional(v.number())
const style = v.exactOptional(v.picklist(['full', 'long', 'medium', 'short', 'none']))
const digits = { minimumDigits: count, maximumDigits: count }
const forms = ['h:mm', 'h:mm:ss', 'h:mm:ss.S', 'h:mm:ss.SS', 'h:mm:ss.SSS'] as const

/** The formats that a filter may have too: in the locale of the template. */
const filtered = v.variant('type', [
  v.strictObject({
    type: v.literal('number'),
    style: v.exactOptional(v.picklist(['decimal', 'percent'])),
    grouping: v.exactOptional(v.boolean()),
    ...digits,
  }),
  v.strictObject({ type: v.literal('currency'), currency: v.string(), ...digits }),
  v.strictObject({
    type: v.literal('date'),
    dateStyle: style,
    timeStyle: style,
    timeZone: v.exactOptional(v.string()),
  }),
  v.strictObject({ type: v.literal('duration'), form: v.exactOptional(v.picklist(forms), 'h:mm') }),
])

/** A filter has both bounds of the decimals or none; those of a currency are not the same for all. */
function isExact(format: v.InferOutput<typeof filtered>): boolean {
  if (format.type === 'number' && format.style === 'percent' && format.grouping === false) return false
  if (format.type !== 'number' && format.type !== 'currency') return true
  const { minimumDigits: least, maximumDigits: most } = format
  if (most === undefined) return least === undefined
  return least !== undefined || format.type === 'number'
}

/** What fills a text as an expression; undefined for several fields, and for formats that no filter has. */
function expressionOf(text: unknown): unknown {
  const name = partAt(text, 'bind')
  if (typeof name !== 'string') return partAt(text, 'expression')
  const format = partAt(text, 'format')
  if (format === undefined) return shownField({ name })
  const known = v.safeParse(filtered, format)
  return known.success && isExact(known.output) ? shownField({ name, format: known.output }) : undefined
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
