import type { FieldFormat } from '@pictable/model/field-format'
import { isDatePattern } from '@pictable/renderer/date-pattern'
import { quoted } from './date-form.ts'
import { currencyFormat, inZone } from './display-format.ts'

/** In quotes, a currency or locale in brackets, another word in brackets, behind a backslash, room for a character, or one. */
const PART = /"([^"]*)"|\[\$([^[\]-]*)(?:-[^[\]]*)?\]|\[(\w+)\]|\\(.)|([_*].)|(.)/gsu
const COLOR = /^(?:black|blue|cyan|green|magenta|red|white|yellow|color\d{1,2})$/i

interface Part {
  /** Shown as it is. */
  literal: string
  /** One character that stands for a part of the value. */
  symbol: string
}

/** The parts of a pattern for positive values; null where others decide. */
function partsOf(pattern: string): Part[] | null {
  const parts: Part[] = []
  // Which section is meant depends on the value.
  if (/\[[<>=]/.test(pattern)) return null
  for (const [, quoted, currency, word, escaped, room, symbol = ''] of pattern.matchAll(PART)) {
    if (symbol === ';') break
    if (word !== undefined) {
      if (!COLOR.test(word)) return null
    } else parts.push({ literal: quoted ?? currency ?? escaped ?? (room === undefined ? '' : ' '), symbol })
  }
  return parts
}

interface NumberPattern {
  digits: string
  isPercent: boolean
  /** Around the number. */
  text: string
}

const isDigit = ({ symbol }: Part) => symbol !== '' && '#0,.'.includes(symbol)

/** A pattern of one run of digits; null where it has something else than text, spaces and a currency around it. */
function readNumberPattern(pattern: string): NumberPattern | null {
  const parts = partsOf(pattern) ?? []
  const [start, end] = [parts.findIndex(isDigit), parts.findLastIndex(isDigit) + 1]
  const inside = parts.slice(Math.max(0, start), end)
  const around = parts.filter((_, at) => at < start || at >= end)
  const isText = ({ symbol }: Part) => symbol === '' || symbol === '%' || /^[\s\p{Sc}]$/u.test(symbol)
  if (!inside.every(isDigit) || !around.every(isText)) return null
  const percents = around.filter(({ symbol }) => symbol === '%').length
  if (percents > 1) return null
  const text = around.map(({ literal, symbol }) => literal + symbol).join('')
  return { digits: inside.map(({ symbol }) => symbol).join(''), isPercent: percents === 1, text }
}

/** How the pattern of a spreadsheet shows numbers; null for what no format says. */
export function numberFormat(pattern: string): FieldFormat | null {
  const read = readNumberPattern(pattern)
  const [, whole = '', zeros = '', more = ''] = /^([#,]*0)(?:\.(?=[0#])(0*)(#*))?$/.exec(read?.digits ?? '') ?? []
  const isGrouped = whole === '#,##0'
  if (read === null || !(isGrouped || /^#*0$/.test(whole)) || zeros.length + more.length > 20) return null
  const bounds = { minimumDigits: zeros.length, maximumDigits: zeros.length + more.length }
  if (read.isPercent) return { type: 'number', style: 'percent', ...bounds }
  const amount = currencyFormat(read.text, zeros.length)
  if (amount !== null) return more === '' ? amount : null
  return { type: 'number', ...(isGrouped ? {} : { grouping: false }), ...bounds }
}

/** Text, a time, or one part of a date. */
const DATE_PART =
  /'(?:[^']|'')*'|(?<hours>h{1,2})(?<minutes>:mm?)?(?<seconds>:ss?(?:\.0{1,3})?)?|(?<half>am\/pm|a\/p)|(?<day>d{1,4})|(?<month>m{1,4})|(?<year>y{1,4})|[\s.,/:-]/gi

const days = ['d', 'dd', 'EEE', 'EEEE']

/** A part of a date in the letters of Unicode. */
function unicodePart({ 0: part, groups = {} }: RegExpExecArray, isHalfDay: boolean): string {
  const { hours, minutes = '', seconds = '', half, day, month, year } = groups
  if (hours !== undefined) return `${isHalfDay ? hours : hours.toUpperCase()}${minutes}${seconds.replaceAll('0', 'S')}`
  if (half !== undefined) return 'a'
  if (day !== undefined) return days[day.length - 1] ?? ''
  if (month !== undefined) return month.toUpperCase()
  return year === undefined ? part : year.length > 2 ? 'yyyy' : 'yy'
}

/** The parts with their texts in quotes, those side by side together: two quotes are a quote. */
function quotedPattern(parts: readonly Part[]): string {
  let [pattern, text] = ['', '']
  for (const { literal, symbol } of parts) {
    if (symbol === '') text += literal
    else {
      pattern += quoted(text) + symbol.toLowerCase()
      text = ''
    }
  }
  return pattern + quoted(text)
}

/** The same for dates. @param timeZone null for days without a time */
export function dateFormat(given: string, timeZone: string | null): FieldFormat | null {
  const text = quotedPattern(partsOf(given) ?? [])
  const found = [...text.matchAll(DATE_PART)]
  const hasTime = found.some(({ groups }) => groups?.hours !== undefined)
  const isHalfDay = found.some(({ groups }) => groups?.half !== undefined)
  const pattern = found.map((part) => unicodePart(part, isHalfDay)).join('')
  if (found.map(([part]) => part).join('') !== text || !isDatePattern(pattern)) return null
  // A day without a time: an ISO date is shown as it is given.
  if (timeZone === null) return hasTime || pattern === 'yyyy-MM-dd' ? null : { type: 'date', pattern }
  return { type: 'date', pattern, ...inZone(timeZone) }
}
