import type { FieldKind } from '@pictable/model/field'
import type { FieldFormat } from '@pictable/model/field-format'
import { parseExactJson } from '#core/exact-number.ts'
import type { FieldValue } from '#core/ports/source.ts'
import { cellOf, cellOfField, type InvalidValue } from './cell.ts'
import { cellText } from './cell-text.ts'

function parsedJson(text: string): unknown {
  try {
    return parseExactJson(text).value
  } catch {
    return text
  }
}

/** A filled cell as a field of another kind holds it, if it can be told what it would be there. */
export function convertCell(
  value: FieldValue,
  { from, to, format }: { from: FieldKind; to: FieldKind; format?: FieldFormat },
): FieldValue | InvalidValue {
  const text = cellText(value)
  if (to === 'json') return text === '' ? null : { json: from === 'text' ? parsedJson(text) : jsonOf(value) }
  if (from === 'date_time' && to === 'date') return cellOf(to, text.slice(0, 10))
  if (from === 'date' && to === 'date_time') return cellOf(to, `${text}T00:00:00Z`)
  if (from === 'checkbox' && to === 'number') return value === true ? 1 : 0
  return cellOfField({ kind: to, ...(format && { format }) }, text)
}

const jsonOf = (value: FieldValue): unknown =>
  typeof value === 'object' && value !== null && 'json' in value ? value.json : value
