import { writeName } from '@pictable/renderer/braces'
import { filterFor } from '@pictable/renderer/format-filter'
import type { Field } from './fields.ts'

type Shown = Pick<Field, 'name' | 'format'>

/** A field as an expression, formatted as its table shows it: `Price | currency:USD:2`. */
export function formattedField({ name, format }: Shown): string {
  const filter = filterFor(format, 'en')
  return filter === undefined ? writeName(name) : `${writeName(name)} | ${filter}`
}

/** The same in a text: `{{Price | currency:USD:2}}`. */
export const writtenField = (field: Shown): string => `{{${formattedField(field)}}}`
