/** Of symbols that several currencies have, the one that is meant most often. */
const symbols: Readonly<Record<string, string>> = {
  $: 'USD',
  US$: 'USD',
  A$: 'AUD',
  C$: 'CAD',
  CA$: 'CAD',
  HK$: 'HKD',
  NZ$: 'NZD',
  S$: 'SGD',
  MX$: 'MXN',
  R$: 'BRL',
  '€': 'EUR',
  '£': 'GBP',
  '¥': 'JPY',
  元: 'CNY',
  '₩': 'KRW',
  '₹': 'INR',
  '₽': 'RUB',
  '₺': 'TRY',
  '₫': 'VND',
  '₪': 'ILS',
  '₴': 'UAH',
  '₱': 'PHP',
  '฿': 'THB',
  zł: 'PLN',
  Kč: 'CZK',
  Ft: 'HUF',
}

const codes: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'))

/** The code of a currency by its symbol or code; null where that does not tell, as of `kr`. */
export function currencyOf(given: string): string | null {
  const text = given.trim()
  if (codes.has(text.toUpperCase())) return text.toUpperCase()
  return Object.hasOwn(symbols, text) ? (symbols[text] ?? null) : null
}

/** A fixed number of decimals; of one that is not known, what a format has by default. */
export const withDecimals = (decimals: number | undefined) =>
  decimals === undefined ? {} : { minimumDigits: decimals, maximumDigits: decimals }

/** A zone that this machine knows: a format with another one is not valid. */
export function inZone(timeZone: string | undefined): { timeZone?: string } {
  try {
    new Intl.DateTimeFormat('en', { timeZone })
    return timeZone === undefined ? {} : { timeZone }
  } catch {
    return {}
  }
}
