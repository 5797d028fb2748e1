import { boundNames, partAt } from '#dashboard/screens/editor/properties/values.ts'
import type { Field } from '#dashboard/screens/editor/typing/fields.ts'
import { formattedField } from '#dashboard/screens/editor/typing/written-field.ts'
import { isSame } from '#dashboard/ui/is-same.ts'

/** Where a field is shown. */
export interface Place {
  readonly property: string
  /** Of the design; undefined where a field decides it. */
  readonly locale: string | undefined
}

/** The format of a text that shows a field as its table does. */
export function tableFormat(
  field: Pick<Field, 'format'> | undefined,
  { property, locale }: Place,
): { format?: NonNullable<Field['format']> & { locale?: string } } {
  if (property !== 'text' || !field?.format || locale === undefined) return {}
  return { format: locale === 'en' ? field.format : { ...field.format, locale } }
}

/**
 * A binding that shows another field: it keeps its fallback, and a format that someone chose. One that is how the table
 * shows the field before goes with that field.
 */
export function rebound(before: unknown, field: Field, place: Place & { readonly fields: readonly Field[] }): object {
  const names = boundNames(before)
  const { format, ...others }: { format?: unknown } = names === null ? {} : Object(before)
  // Only an expression is in the locale of each record.
  if (place.locale === undefined && place.property === 'text' && field.format && format === undefined) {
    const fallback = partAt(before, 'fallback')
    return { expression: formattedField(field), ...(fallback !== undefined && { fallback }) }
  }
  const old = place.fields.find(({ name }) => names?.length === 1 && name === names[0])
  const isChosen = format !== undefined && !isSame(format, tableFormat(old, place).format)
  return { ...others, ...(isChosen ? { format } : tableFormat(field, place)), bind: field.name }
}
