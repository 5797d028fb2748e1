import { expect, test } from 'vitest'
import { guessCurrency, readMoney } from './money.ts'

test.each([
  ['€48.00', 'EUR', '48.00'],
  ['$1,234.50', 'USD', '1234.50'],
  ['48,00 €', 'EUR', '48,00'.replace(',', '.')],
  ['1.234,50\u00a0€', 'EUR', '1234.50'],
  ['€1.200', 'EUR', '1200'],
  ["CHF 1'234.50", 'CHF', '1234.50'],
  ['1 234,50 zł', 'PLN', '1234.50'],
  ['¥1,200', 'JPY', '1200'],
  ['-£9.5', 'GBP', '-9.5'],
  ['£-9.5', 'GBP', '-9.5'],
  ['EUR 12', 'EUR', '12'],
  ['12 USD', 'USD', '12'],
  ['$1,234,567', 'USD', '1234567'],
])('readMoney() reads %s', (text, currency, number) => {
  expect(readMoney(text)).toMatchObject({ currency, number })
})

test.each([
  ...['48', '48.00', '€', '', '€ 48 €', 'TOP 10', 'from €48', '€48 each', '€1,23,4', '€1.2.3', '12 kr', '48 %'],
  ...['€0,123', '€48.00.', '2025-12-31', '$ABC', '€1,2345.00', '€12-14', '5 kg', '€'.repeat(5), '$1;5', '10€20'],
  '€'.concat('1'.repeat(60)),
])('readMoney() leaves %s a text', (text) => {
  expect(readMoney(text)).toBeNull()
})

test('guessCurrency() wants one currency and one way of writing', () => {
  expect(guessCurrency(['€48.00', '', '€1,039.00'])).toEqual({ type: 'currency', currency: 'EUR' })
  expect(guessCurrency(['48,00 €', '1.200 €'])).toEqual({ type: 'currency', currency: 'EUR' })
  const whole = { type: 'currency', currency: 'USD', minimumDigits: 0, maximumDigits: 0 }
  expect(guessCurrency(['$5', '$1,200'])).toEqual(whole)
  for (const column of [
    ['', ' '],
    ['€5', '$5'],
    ['€5', '5'],
    ['€5.50', '€5,50'],
    ['€1,200', '€5,50'],
    ['€5', 'n/a'],
  ])
    expect(guessCurrency(column)).toBeNull()
})
