import { expect, test } from 'vitest'
import { usualCurrency } from './usual-currency.ts'

test.each([
  ['en-GB', 'GBP'],
  ['en-US', 'USD'],
  ['en', 'USD'],
  ['de', 'EUR'],
  ['de-CH', 'CHF'],
  ['da-DK', 'DKK'],
  ['pt-BR', 'BRL'],
  ['fr-FR', 'EUR'],
  ['en-001', 'EUR'],
  ['no language', 'EUR'],
])('the currency of %s is %s', (language, currency) => {
  expect(usualCurrency(language)).toBe(currency)
})

test('every code is one that can be formatted', () => {
  const known = Intl.supportedValuesOf('currency')
  for (const region of ['AE', 'AR', 'IS', 'PE', 'UA', 'VN', 'ZA'])
    expect(known).toContain(usualCurrency(`en-${region}`))
})
