import type { FieldFormat } from '@pictable/model/field-format'
import { isDatePattern } from '@pictable/renderer/date-pattern'
import { inZone } from './display-format.ts'

/** The letters of Moment.js and Day.js that mean something else, or nothing, in Unicode. */
const letters: Readonly<Record<string, string>> = {
  ...{ YYYY: 'yyyy', YY: 'yy', DD: 'dd', D: 'd' },
  ...{ dddd: 'EEEE', ddd: 'EEE', A: 'a', a: 'aaa' },
}

/** Text in brackets, a run of one letter, anything else. */
const PART = /\[(?<text>[^[\]]*)\]|(?<letter>[a-z])\k<letter>*|[^a-z[]+/gi

/** A text in a pattern of Unicode, where letters stand for parts of a date. */
export const quoted = (text: string) => (text === '' ? '' : `'${text.replaceAll("'", "''")}'`)

/** A pattern as it is in Unicode, or undefined where its letters are neither of Unicode nor of Moment.js. */
export function datePattern(form: string): string | undefined {
  if (isDatePattern(form)) return form
  // Two texts side by side are one: two quotes are a quote.
  const joined = form.replaceAll('][', '')
  const parts = [...joined.matchAll(PART)]
  const pattern = parts
    .map(([part, text]) => (text === undefined ? (Object.hasOwn(letters, part) ? letters[part] : part) : quoted(text)))
    .join('')
  const isWhole = parts.map(([part]) => part).join('') === joined
  return isWhole && isDatePattern(pattern) ? pattern : undefined
}

export interface DateForm {
  /** Patterns in the letters of Unicode or Moment.js. */
  date: string | undefined
  /** Null where no time is shown; empty where that of the date has the time. */
  time: string | null | undefined
  timeZone?: string | undefined
  /** Of a date without a pattern, which the locale of the template writes. */
  style?: 'full' | 'long' | 'medium' | 'short'
}

/** How a table shows dates: by its pattern, or in a style where one of its parts has none. */
export function dateFormat({ date, time, timeZone, style = 'medium' }: DateForm): FieldFormat {
  const parts = [date, ...(time ? [time] : [])].map((form) => datePattern(form ?? ''))
  const pattern = parts.join(' ')
  if (time !== undefined && !parts.includes(undefined) && isDatePattern(pattern))
    return { type: 'date', pattern, ...inZone(timeZone) }
  return { type: 'date', dateStyle: style, ...(time === null ? {} : { timeStyle: 'short' }), ...inZone(timeZone) }
}
