import { writeName } from '@pictable/renderer/braces'
import { filterFor } from '@pictable/renderer/format-filter'
import type { Field } from './fields.ts'

/** A field in a text, formatted as its table shows it: `{{Price | currency:USD:2}}`. */
export function writtenField({ name, format }: Pick<Field, 'name' | 'format'>): string {
  const filter = format ? filterFor(format, 'en') : undefined
  return `{{${writeName(name)}${filter === undefined ? '' : ` | ${filter}`}}}`
}
