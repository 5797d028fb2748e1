/** Of the regions whose currency is not the euro; a code begins with the code of its region. */
const CURRENCIES =
  'AED ARS AUD BDT BRL CAD CHF CLP CNY COP CZK DKK EGP GBP HKD HUF IDR ILS INR ISK JPY KES KRW MXN MYR NGN NOK NZD PEN PHP PKR PLN RON RSD SAR SEK SGD THB TRY TWD UAH USD VND ZAR'.split(
    ' ',
  )

const DEFAULT = 'EUR'

/** The currency that someone with this language most likely means. */
export function usualCurrency(language = navigator.language): string {
  const region = regionOf(language)
  return (region && CURRENCIES.find((code) => code.startsWith(region))) || DEFAULT
}

/** The likely region of a language that names none, such as the US of `en`. */
function regionOf(language: string): string | undefined {
  try {
    return new Intl.Locale(language).maximize().region
  } catch {
    return undefined
  }
}
