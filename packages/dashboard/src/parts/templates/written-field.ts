import type { CallAnswer, Contract } from '@pictable/client'
import { writeName } from '@pictable/renderer/braces'

type Format = NonNullable<CallAnswer<Contract['connections']['fields']>['results'][number]['format']>
type Of<Type extends Format['type']> = Extract<Format, { type: Type }>
type Filter = readonly (string | number)[]

interface Digits {
  minimumDigits?: number
  maximumDigits?: number
}

function digits({ minimumDigits: least, maximumDigits: most }: Digits): Filter {
  if (most === undefined) return []
  return least === most ? [most] : [least ?? 0, most]
}

function numberFilter(format: Of<'number'>): Filter {
  const { style = 'decimal', grouping = true } = format
  if (style !== 'decimal') return [style, ...digits(format)]
  return [grouping ? 'number' : 'fixed', ...digits(format)]
}

function dateFilter({ dateStyle = 'medium', timeStyle = 'none', timeZone = 'UTC' }: Of<'date'>): Filter {
  if (timeStyle !== 'none') return ['date', dateStyle, `"${timeZone}"`, timeStyle]
  return timeZone === 'UTC' ? ['date', dateStyle] : ['date', dateStyle, `"${timeZone}"`]
}

function partsOf(format: Format): Filter {
  if (format.type === 'currency') return ['currency', format.currency, ...digits(format)]
  if (format.type === 'duration') return ['duration', `"${format.form}"`]
  return format.type === 'date' ? dateFilter(format) : numberFilter(format)
}

/** The filter that does the same as a format, in the locale of the template: `currency:USD:2`. */
export const filterOf = (format: Format): string => partsOf(format).join(':')

interface Field {
  name: string
  format?: Format | null
}

/** A field as an expression, formatted as its table shows it: `Price | currency:USD:2`. */
export const shownField = ({ name, format }: Field): string =>
  format ? `${writeName(name)} | ${filterOf(format)}` : writeName(name)

/** A field in a text: `{{Price | currency:USD:2}}`. */
export const writtenField = (field: Field): string => `{{${shownField(field)}}}`
