import { type Format, localesOf } from './format.ts'
import { isList, toNumber, toText, type Value } from './value.ts'

/** What became of a value, and why when it could not be formatted (it is then left as it was). */
export interface Formatted {
  readonly value: Value
  readonly problem?: string
}

/** Applies one format. Text is read as a number or an ISO 8601 date where the format needs one. */
export function formatValue(value: Value, format: Format): Formatted {
  if (format.type === 'join') return { value: join(value, format) }
  if (format.type === 'case') return { value: changeCase(toText(value), format) }
  if (format.type === 'date') return formatDate(value, format)
  return formatNumber(value, format)
}

type Of<Type extends Format['type']> = Extract<Format, { type: Type }>

function join(value: Value, { separator, last }: Of<'join'>): string {
  const parts = (isList(value) ? value : [value]).map(toText).filter((part) => part !== '')
  const end = parts.at(-1)
  if (last === undefined || end === undefined || parts.length < 2) return parts.join(separator)
  return `${parts.slice(0, -1).join(separator)}${last}${end}`
}

function changeCase(text: string, { to, locale: given }: Of<'case'>): string {
  const locale = localesOf(given)
  if (to === 'upper') return text.toLocaleUpperCase(locale)
  if (to === 'lower') return text.toLocaleLowerCase(locale)
  const raise = (word: string) => word.replace(/\p{L}/u, (letter) => letter.toLocaleUpperCase(locale))
  const lowered = text.toLocaleLowerCase(locale)
  return to === 'sentence' ? raise(lowered) : lowered.replace(/\S+/gu, raise)
}

function formatNumber(value: Value, format: Of<'number'> | Of<'currency'>): Formatted {
  const number = toNumber(value)
  if (number === undefined) return { value, problem: `"${toText(value)}" is not a number` }
  const bounds = {
    ...(format.minimumDigits !== undefined && { minimumFractionDigits: format.minimumDigits }),
    ...(format.maximumDigits !== undefined && { maximumFractionDigits: format.maximumDigits }),
  }
  const options =
    format.type === 'currency'
      ? { ...bounds, style: 'currency' as const, currency: format.currency }
      : { ...bounds, ...notation(format), useGrouping: format.grouping }
  return {
    value: formatter(
      `${format.locale} ${JSON.stringify(options)}`,
      () => new Intl.NumberFormat(localesOf(format.locale), options),
    ).format(number),
  }
}

function notation({ style }: Of<'number'>): Intl.NumberFormatOptions {
  return style === 'compact' ? { notation: 'compact' } : { style }
}

function formatDate(value: Value, format: Of<'date'>): Formatted {
  const time = toTime(value)
  if (time === undefined) return { value, problem: `"${toText(value)}" is not a date such as 2030-01-31` }
  const { locale, dateStyle, timeStyle } = format
  // A date without a time is the same day everywhere.
  const timeZone = time.dayOnly ? 'UTC' : format.timeZone
  const options = {
    timeZone,
    ...(dateStyle !== 'none' && { dateStyle }),
    ...(timeStyle !== 'none' && { timeStyle }),
  }
  return {
    value: formatter(
      `${locale} ${JSON.stringify(options)}`,
      () => new Intl.DateTimeFormat(localesOf(locale), options),
    ).format(time.at),
  }
}

const iso = /^(\d{4}-\d{2}-\d{2})([T ](\d{2}:\d{2}(:\d{2}(\.\d+)?)?)(Z|[+-]\d{2}(:?\d{2})?)?)?$/

/** When it is, or undefined for what is no date. */
export function toTime(value: Value): { at: number; dayOnly: boolean } | undefined {
  if (typeof value === 'number')
    return Number.isFinite(new Date(value).getTime()) ? { at: value, dayOnly: false } : undefined
  const parts = iso.exec(toText(value).trim())
  if (!parts) return undefined
  // Databases leave out the minutes of whole hours, which Date.parse wants.
  const zone = (parts[6] ?? 'Z').replace(/^[+-]\d{2}$/, '$&:00')
  const at = Date.parse(`${parts[1]}T${parts[3] ?? '00:00'}${zone}`)
  // Date.parse rolls 31 February over; such a day is a mistake in the record.
  const isDay = Number.isFinite(at) && new Date(`${parts[1]}T00:00Z`).toISOString().startsWith(parts[1] ?? '')
  return isDay ? { at, dayOnly: parts[2] === undefined } : undefined
}

const formatters = new Map<string, { format(value: number): string }>()

/** Making a formatter costs more than using it a hundred times. */
function formatter(key: string, make: () => { format(value: number): string }): { format(value: number): string } {
  const known = formatters.get(key)
  if (known) return known
  if (formatters.size > 200) formatters.clear()
  const made = make()
  formatters.set(key, made)
  return made
}
