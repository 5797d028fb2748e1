import { expect, test } from 'vitest'
import { rebound } from './shown-as.ts'

const usd = { type: 'currency', currency: 'USD' } as const
const eur = { type: 'currency', currency: 'EUR' } as const
const price = { name: 'Price', kind: 'number', format: usd, value: 12.5 } as const
const inEuros = { name: 'Price EU', kind: 'number', format: eur, value: 11 } as const
const title = { name: 'Title', kind: 'text', value: 'Cup' } as const
const place = { property: 'text', locale: 'en', fields: [price, inEuros, title] }

test.each([
  ['a text that no field filled', 'Words', price, { bind: 'Price', format: usd }],
  [
    'a field without a format',
    { bind: 'Title', fallback: 'none' },
    price,
    { bind: 'Price', format: usd, fallback: 'none' },
  ],
  ['a field in another currency', { bind: 'Price', format: usd }, inEuros, { bind: 'Price EU', format: eur }],
  ['a field that is shown as it is', { bind: 'Price', format: usd }, title, { bind: 'Title' }],
  ['a format that someone chose', { bind: 'Price', format: eur }, inEuros, { bind: 'Price EU', format: eur }],
  [
    'a format in a locale',
    { bind: 'Price', format: { ...usd, locale: 'fr' } },
    inEuros,
    { bind: 'Price EU', format: { ...usd, locale: 'fr' } },
  ],
] as const)('rebound() with %s', (_, before, field, expected) => {
  expect(rebound(before, field, place)).toEqual(expected)
})

test('rebound() writes an expression where a field decides the locale', () => {
  const open = { ...place, locale: undefined }
  expect(rebound('x', price, open)).toEqual({ expression: 'Price | currency:USD' })
  const filled = { bind: 'Title', fallback: 'none' }
  expect(rebound(filled, price, open)).toEqual({ expression: 'Price | currency:USD', fallback: 'none' })
  expect(rebound('x', title, open)).toEqual({ bind: 'Title' })
})

test('rebound() formats texts only, in the locale of the design', () => {
  expect(rebound('x', price, { ...place, property: 'value' })).toEqual({ bind: 'Price' })
  const german = { ...place, locale: 'de' }
  const bound = rebound('x', price, german)
  expect(bound).toEqual({ bind: 'Price', format: { ...usd, locale: 'de' } })
  expect(rebound(bound, title, german)).toEqual({ bind: 'Title' })
})
