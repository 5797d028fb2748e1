import { writeByPattern } from './date-pattern.ts'
import type { Format } from './format.ts'
import { localesOf } from './locales.ts'
import { remembering } from './remembering.ts'
import { isList, toNumber, toText, type Value } from './value.ts'

/** What became of a value, and why when it could not be formatted (it is then left as it was). */
export interface Formatted {
  readonly value: Value
  readonly problem?: string
  /** What someone should know of a value that was formatted. */
  readonly note?: string
}

/** Applies one format. Text is read as a number or an ISO 8601 date where the format needs one. */
export function formatValue(value: Value, format: Format): Formatted {
  if (format.type === 'join') return { value: join(value, format) }
  if (format.type === 'case') return { value: changeCase(toText(value), format) }
  if (format.type === 'date') return formatDate(value, format)
  if (format.type === 'duration') return formatDuration(value, format)
  return formatNumber(value, format)
}

const numbers = remembering<Intl.NumberFormat>()
const dates = remembering<Intl.DateTimeFormat>()

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
  // As a number, it would lose the last of its digits.
  const exact = exactText(value) ?? number
  const least = format.minimumDigits
  const bounds = {
    // An amount has the digits of its currency or none: 16.5 is no price.
    ...(format.type === 'currency' && least === 0
      ? { trailingZeroDisplay: 'stripIfInteger' as const }
      : least !== undefined && { minimumFractionDigits: least }),
    ...(format.maximumDigits !== undefined && { maximumFractionDigits: format.maximumDigits }),
  }
  const options =
    format.type === 'currency'
      ? { ...bounds, style: 'currency' as const, currency: format.currency }
      : { ...bounds, ...notation(format), useGrouping: format.grouping }
  const made = numbers(
    `${format.locale} ${JSON.stringify(options)}`,
    () => new Intl.NumberFormat(localesOf(format.locale), options),
  )
  return { value: made.format(exact) }
}

/** A number with more digits than a double keeps, as its text. */
function exactText(value: Value): `${number}` | undefined {
  const text = typeof value === 'string' ? value.trim() : ''
  return text.length > 15 && text.length <= 100 && isDecimal(text) ? text : undefined
}

const isDecimal = (text: string): text is `${number}` => /^-?\d+(\.\d+)?$/.test(text)

function notation({ style }: Of<'number'>): Intl.NumberFormatOptions {
  if (style === 'percent_sign') return { style: 'unit', unit: 'percent' }
  return style === 'compact' ? { notation: 'compact' } : { style }
}

function formatDate(value: Value, format: Of<'date'>): Formatted {
  const time = toTime(value)
  if (time === undefined) return { value, problem: `"${toText(value)}" is not a date such as 2030-01-31` }
  const { locale, pattern, dateStyle, timeStyle } = format
  // A date without a time is the same day everywhere.
  const timeZone = time.dayOnly ? 'UTC' : format.timeZone
  if (pattern !== undefined) return { value: writeByPattern(time.at, pattern, { timeZone, locale }) }
  const options = {
    timeZone,
    ...(dateStyle !== 'none' && { dateStyle }),
    ...(timeStyle !== 'none' && { timeStyle }),
  }
  const made = dates(`${locale} ${JSON.stringify(options)}`, () => new Intl.DateTimeFormat(localesOf(locale), options))
  return { value: made.format(time.at) }
}

function formatDuration(value: Value, { locale, form }: Of<'duration'>): Formatted {
  const seconds = toNumber(value)
  if (seconds === undefined) return { value, problem: `"${toText(value)}" is not a number of seconds` }
  const [, ...smaller] = form.split(':')
  const decimals = form.split('.')[1]?.length ?? 0
  const inLastPart = Math.abs(seconds) / (smaller.length === 1 ? 60 : 1)
  const rounded = Math.round(inLastPart * 10 ** decimals) / 10 ** decimals
  let rest = rounded
  const parts = smaller.map((_, at) => {
    const part = rest % 60
    rest = Math.floor(rest / 60)
    return writtenPart(part, locale, { minimumIntegerDigits: 2, decimals: at === 0 ? decimals : 0 })
  })
  const hours = writtenPart(rest, locale, { minimumIntegerDigits: 1, decimals: 0 })
  return { value: `${seconds < 0 && rounded > 0 ? '-' : ''}${[hours, ...parts.reverse()].join(':')}` }
}

function writtenPart(
  part: number,
  locale: string,
  { minimumIntegerDigits, decimals }: { minimumIntegerDigits: number; decimals: number },
): string {
  const digits = { minimumIntegerDigits, minimumFractionDigits: decimals, maximumFractionDigits: decimals }
  const make = () => new Intl.NumberFormat(localesOf(locale), { ...digits, useGrouping: false })
  return numbers(`${locale} duration ${minimumIntegerDigits} ${decimals}`, make).format(part)
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
