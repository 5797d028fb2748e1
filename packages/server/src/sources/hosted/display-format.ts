import { currencySigns } from '@pictable/model/currency-signs'
import type { FieldFormat } from '@pictable/model/field-format'

const codes: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'))

/** The code of a currency by its symbol or code; null where that does not tell, as of `kr`. */
function currencyOf(given: string): string | null {
  const text = given.trim()
  if (codes.has(text.toUpperCase())) return text.toUpperCase()
  return Object.hasOwn(currencySigns, text) ? (currencySigns[text] ?? null) : null
}

/** A fixed number of decimals; of one that is not known, what a format has by default. */
export const withDecimals = (decimals: number | undefined) =>
  decimals === undefined ? {} : { minimumDigits: decimals, maximumDigits: decimals }

/** A number with decimals; whole numbers are shown as they are. */
export const decimalFormat = (decimals: number | undefined): FieldFormat | null =>
  decimals ? { type: 'number', grouping: false, ...withDecimals(decimals) } : null

/** 0.25 as 25 %. */
export const percentFormat = (decimals: number | undefined): FieldFormat => ({
  ...{ type: 'number', style: 'percent', maximumDigits: 2 },
  ...withDecimals(decimals),
})

/** 25 as 25 %. */
export const percentSignFormat = (decimals: number | undefined): FieldFormat => ({
  ...{ type: 'number', style: 'percent_sign' },
  ...withDecimals(decimals),
})

/** An amount in the currency of a symbol or code; null where that does not tell. */
export function currencyFormat(symbol: string, decimals: number | undefined): FieldFormat | null {
  const currency = currencyOf(symbol)
  return currency === null ? null : { type: 'currency', currency, ...withDecimals(decimals) }
}

/** A zone that this machine knows: a format with another one is not valid. */
export function inZone(timeZone: string | undefined): { timeZone?: string } {
  try {
    new Intl.DateTimeFormat('en', { timeZone })
    return timeZone === undefined ? {} : { timeZone }
  } catch {
    return {}
  }
}

/** The format that all cells of a column have in common; null where that is none. */
export function commonFormat(formats: Iterable<FieldFormat | null>): FieldFormat | null {
  const known = new Map(Array.from(formats, (format) => [JSON.stringify(format), format]))
  const [first = null] = known.values()
  return known.size === 1 ? first : null
}
