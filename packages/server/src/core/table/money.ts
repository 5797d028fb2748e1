import { currencySigns } from '@pictable/model/currency-signs'
import type { FieldFormat } from '@pictable/model/field-format'

/** An amount that was written with its currency. */
export interface Money {
  currency: string
  /** As a number field reads it, such as `1039.00`. */
  number: string
  /** What separates its decimals; null: it has none. */
  decimal: string | null
  /** What separates its thousands; null: nothing does. */
  group: string | null
}

/** Other codes are words too, such as `ALL` and `TOP`. */
const CODES = new Set(
  'AED AUD BGN BRL CAD CHF CNY CZK DKK EUR GBP HKD HUF ILS INR JPY KRW MXN NOK NZD PLN RON SAR SEK SGD THB TRY USD ZAR'.split(
    ' ',
  ),
)

const SPACES = /[\s\u00a0\u202f]/g
const SIGN = /^[^\d\s.,+'’-]{1,4}$/
/** Longer than any amount. */
const MAX_LETTERS = 40

const currencyOf = (sign: string): string | undefined =>
  Object.hasOwn(currencySigns, sign) ? currencySigns[sign] : CODES.has(sign) ? sign : undefined

/** The sign before or after the digits, and what is left. */
function parts(text: string): { sign: string; minus: string; digits: string } | null {
  const first = text.search(/\d/)
  const last = text.split('').findLastIndex((letter) => /\d/.test(letter)) + 1
  if (first < 0) return null
  const [before, after] = [text.slice(0, first), text.slice(last)].map((part) => part.replace(SPACES, ''))
  const minus = before?.includes('-') || before?.includes('−') ? '-' : ''
  const lead = (before ?? '').replace(/[-−]/, '')
  if (lead !== '' && after !== '') return null
  const sign = lead || (after ?? '')
  return SIGN.test(sign) ? { sign, minus, digits: text.slice(first, last) } : null
}

type Amount = Omit<Money, 'currency'>

function withoutThousands(groups: readonly string[]): string | null {
  const areThousands = groups.every((each, at) => (at === 0 ? /^[1-9]\d{0,2}$/ : /^\d{3}$/).test(each))
  return areThousands ? groups.join('') : null
}

/** The digits without what separates them; null where that is not clear. */
function amountOf(digits: string): Amount | null {
  const separators = [...new Set(digits.replace(/\d/g, ''))]
  const lastOf = (separator: string) => digits.lastIndexOf(separator)
  const [one, other] = separators.toSorted((a, b) => lastOf(b) - lastOf(a))
  if (separators.length > 2 || (one !== undefined && !/^[.,'’\s\u00a0\u202f]$/.test(one))) return null
  if (one === undefined) return { number: digits, decimal: null, group: null }
  const mayBeDecimal = (one === '.' || one === ',') && digits.indexOf(one) === lastOf(one)
  // One separator before three digits is that of thousands: no price has three decimals.
  const isDecimal = mayBeDecimal && (other !== undefined || digits.length - lastOf(one) - 1 !== 3)
  const decimal = isDecimal ? one : null
  const group = isDecimal ? (other ?? null) : one
  if (!isDecimal && other !== undefined) return null
  const [whole = '', decimals] = decimal === null ? [digits] : digits.split(decimal)
  if (decimal !== null && !/^\d{1,4}$/.test(decimals ?? '')) return null
  const integer = group === null ? whole : withoutThousands(whole.split(group))
  if (integer === null) return null
  return { number: decimals === undefined ? integer : `${integer}.${decimals}`, decimal, group }
}

/** An amount with its currency before or after it, such as `€48.00`, `$1,234.50` or `48,00 €`; null for any other text. */
export function readMoney(text: string): Money | null {
  const trimmed = text.trim()
  if (trimmed.length > MAX_LETTERS) return null
  const found = parts(trimmed)
  const currency = found && currencyOf(found.sign)
  const amount = found && currency ? amountOf(found.digits) : null
  return amount && found && currency ? { ...amount, currency, number: found.minus + amount.number } : null
}

/** Whether amounts of a column are written alike. */
const isAlike = (one: Omit<Money, 'number'>, other: Omit<Money, 'number'>): boolean =>
  one.currency === other.currency &&
  (one.decimal === null || other.decimal === null || one.decimal === other.decimal) &&
  (one.decimal === null || one.decimal !== other.group) &&
  (other.decimal === null || other.decimal !== one.group)

/** The format of a column of amounts in one currency, written alike; null for any other column. Empty cells do not count. */
export function guessCurrency(cells: Iterable<string>): FieldFormat | null {
  let known: Omit<Money, 'number'> | undefined
  for (const cell of cells) {
    if (cell.trim() === '') continue
    const money = readMoney(cell)
    if (money === null || (known && !isAlike(known, money))) return null
    const { decimal = null, group = null }: Partial<Money> = known ?? {}
    known = { currency: money.currency, decimal: decimal ?? money.decimal, group: group ?? money.group }
  }
  if (!known) return null
  const { currency, decimal } = known
  // None has decimals, such as €48.
  return { type: 'currency', currency, ...(decimal === null && { minimumDigits: 0, maximumDigits: 0 }) }
}
