import { localesOf } from './locales.ts'
import { remembering } from './remembering.ts'

/** Text in quotes (two quotes are one), a run of one letter, anything else. */
const PART = /'(?<quoted>[^']*(?:''[^']*)*)'|(?<symbol>([a-z])\3*)|[^a-z']+/gi
const SYMBOL = /^(yy?|yyyy|M{1,4}|dd?|E{3,4}|HH?|hh?|mm?|ss?|S{1,3}|a|aaa)$/
const MAX_LENGTH = 50

/** Whether a text is a pattern such as `dd/MM/yyyy`: it has a part of a date, and no letter outside quotes that is none. */
export function isDatePattern(pattern: string): boolean {
  // Expressions, in which patterns are written in quotes, have signs of their own.
  if (pattern.length > MAX_LENGTH || /["\\{}|]/.test(pattern)) return false
  const found = [...pattern.matchAll(PART)]
  const symbols = found.flatMap(({ groups }) => groups?.symbol ?? [])
  const isWhole = found.map(([part]) => part).join('') === pattern
  // A month that was written like one of a spreadsheet.
  const isMonth = symbols.some((symbol) => symbol[0] === 'm') && !/[Hhs]/.test(symbols.join(''))
  return isWhole && !isMonth && symbols.length > 0 && symbols.every((symbol) => SYMBOL.test(symbol))
}

interface Moment {
  readonly at: number
  readonly timeZone: string
  readonly locale: string
  readonly hasDay: boolean
}

const digits = remembering<Intl.NumberFormat>()
const dates = remembering<Intl.DateTimeFormat>()

function dateFormatOf({ timeZone, locale }: Moment, options: Intl.DateTimeFormatOptions) {
  const whole = { calendar: 'gregory', timeZone, ...options }
  return dates(locale + JSON.stringify(whole), () => new Intl.DateTimeFormat(localesOf(locale), whole))
}

const partsOf = (moment: Moment, options: Intl.DateTimeFormatOptions): Partial<Record<string, string>> =>
  Object.fromEntries(
    dateFormatOf(moment, options)
      .formatToParts(moment.at)
      .map(({ type, value }) => [type, value]),
  )

function written(value: number, minimumIntegerDigits: number, locale: string): string {
  const make = () => new Intl.NumberFormat(localesOf(locale), { minimumIntegerDigits, useGrouping: false })
  return digits(locale + minimumIntegerDigits, make).format(value)
}

const numeric = 'numeric'
const numbers = {
  year: numeric,
  month: numeric,
  day: numeric,
  hour: numeric,
  minute: numeric,
  second: numeric,
} as const

/** The words that a locale has for parts. Some languages decline months beside a day. */
function wordsOf(moment: Moment, length: 'long' | 'short'): Partial<Record<string, string>> {
  const words = partsOf(moment, { ...numbers, month: length, weekday: length, hour12: true })
  // Where months are numbers with a sign behind them, only a month alone has that sign as a part of its own.
  return !moment.hasDay || /^\p{Nd}+$/u.test(words.month ?? '')
    ? { ...words, month: dateFormatOf(moment, { month: length }).format(moment.at) }
    : words
}

function writtenPart(symbol: string, moment: Moment): string | undefined {
  const { length } = symbol
  const { year, month, day, hour, minute, second } = partsOf(
    { ...moment, locale: 'en' },
    { ...numbers, hourCycle: 'h23' },
  )
  const word = (type: 'month' | 'weekday' | 'dayPeriod') => wordsOf(moment, length > 3 ? 'long' : 'short')[type]
  const number = (value: unknown) => written(Number(value), length, moment.locale)
  switch (symbol[0]) {
    case 'y':
      return number(length === 2 ? Number(year) % 100 : year)
    case 'M':
      return length > 2 ? word('month') : number(month)
    case 'd':
      return number(day)
    case 'E':
      return word('weekday')
    case 'H':
      return number(hour)
    case 'h':
      return number(Number(hour) % 12 || 12)
    case 'm':
      return number(minute)
    case 's':
      return number(second)
    case 'S':
      return number(Math.floor((((moment.at % 1000) + 1000) % 1000) / 10 ** (3 - length)))
    default:
      return length > 1 ? word('dayPeriod')?.toLocaleLowerCase(localesOf(moment.locale)) : word('dayPeriod')
  }
}

/** A time in milliseconds as a pattern of Unicode writes it, with the words and digits of a locale. */
export function writeByPattern(at: number, pattern: string, form: Pick<Moment, 'timeZone' | 'locale'>): string {
  const moment = { ...form, at, hasDay: /d/.test(pattern.replace(/'[^']*'/g, '')) }
  return pattern.replace(PART, (part: string, quoted: string | undefined, symbol = '') => {
    if (quoted !== undefined) return quoted.replaceAll("''", "'") || "'"
    return SYMBOL.test(symbol) ? (writtenPart(symbol, moment) ?? '') : part
  })
}
