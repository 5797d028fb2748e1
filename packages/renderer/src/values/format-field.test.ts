import { expect, test } from 'vitest'
import { formatSchema } from './format.ts'
import { formatField } from './format-field.ts'
import { formatValue } from './format-value.ts'

const usd = { type: 'currency', currency: 'USD' } as const
const stamp = '2026-01-30T23:00:00.000Z'
const zone = { timeZone: 'Europe/Warsaw' }

const plain = (text: string | undefined) => text?.replaceAll(/\s/g, ' ')

test.each([
  [12.5, usd, '$12.50'],
  [48, { ...usd, minimumDigits: 0 }, '$48'],
  ['1234.5', usd, '$1,234.50'],
  [0.19, { type: 'number', style: 'percent', maximumDigits: 2 }, '19%'],
  [19, { type: 'number', style: 'percent_sign', maximumDigits: 1 }, '19%'],
  [1234.5, { type: 'number', minimumDigits: 2, maximumDigits: 2, grouping: false }, '1234.50'],
  [1234.5, { type: 'number' }, '1,234.5'],
  [5400, { type: 'duration', form: 'h:mm' }, '1:30'],
  ['2026-01-30', { type: 'date', ...zone }, 'Jan 30, 2026'],
  [stamp, { type: 'date', ...zone }, 'Jan 31, 2026'],
  [stamp, { type: 'date' }, 'Jan 30, 2026'],
  [stamp, { type: 'date', dateStyle: 'short', timeStyle: 'short', ...zone }, '1/31/26, 12:00 AM'],
  [stamp, { type: 'date', pattern: 'dd.MM.yyyy HH:mm', ...zone }, '31.01.2026 00:00'],
  ['2026-01-30', { type: 'date', pattern: 'M/d/yyyy', ...zone }, '1/30/2026'],
] as const)('formatField() of %j by %j is %s, as a template formats it', (value, format, text) => {
  expect(plain(formatField(value, format, 'en'))).toBe(text)
  for (const locale of ['en', 'de_DE', 'ar-EG'])
    expect(formatField(value, format, locale)).toBe(formatValue(value, formatSchema.parse({ ...format, locale })).value)
})

test.each([
  ['on request', usd],
  ['', usd],
  [null, { type: 'date' }],
  [[], { type: 'date' }],
  ['soon', { type: 'date' }],
  // Not every browser knows every zone.
  [stamp, { type: 'date', timeZone: 'Nowhere/City' }],
  [1, { type: 'number', minimumDigits: 3, maximumDigits: 1 }],
] as const)('formatField() leaves %j by %j as it is', (value, format) => {
  expect(formatField(value, format, 'en')).toBeUndefined()
})
