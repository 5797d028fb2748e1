/** Codes of currencies by their signs. Of signs that several currencies have, the one that is meant most often; `kr` and `₨` mean several. */
export const currencySigns: Readonly<Record<string, string>> = {
  ...{ '€': 'EUR', $: 'USD', '£': 'GBP', '¥': 'JPY', '₹': 'INR', '₩': 'KRW', '₽': 'RUB', '₺': 'TRY', '₴': 'UAH' },
  ...{ '₫': 'VND', '₱': 'PHP', '฿': 'THB', '₪': 'ILS', '₦': 'NGN', 元: 'CNY', zł: 'PLN', Kč: 'CZK', Ft: 'HUF' },
  ...{ US$: 'USD', A$: 'AUD', AU$: 'AUD', C$: 'CAD', CA$: 'CAD', HK$: 'HKD', NZ$: 'NZD', S$: 'SGD', MX$: 'MXN' },
  R$: 'BRL',
}
