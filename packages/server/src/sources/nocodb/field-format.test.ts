import { expect, test } from 'vitest'
import { z } from 'zod'
import { formatOf, shownAs } from './field-format.ts'

test.each([
  ['Currency', { currency_locale: 'de-DE', currency_code: 'EUR' }, { type: 'currency', currency: 'EUR' }],
  ['Currency', {}, { type: 'currency', currency: 'USD' }],
  ['Currency', { currency_code: 'no such' }, null],
  ['Decimal', { precision: 2 }, { type: 'number', grouping: false, minimumDigits: 2, maximumDigits: 2 }],
  ['Decimal', {}, null],
  ['Percent', {}, { type: 'number', style: 'percent', maximumDigits: 2 }],
  ['Duration', { duration: 1 }, { type: 'duration', form: 'h:mm:ss' }],
  ['Duration', {}, { type: 'duration', form: 'h:mm' }],
  ['Date', { date_format: 'DD/MM/YYYY' }, { type: 'date', dateStyle: 'short' }],
  ['Date', { date_format: 'DD MMM YYYY' }, { type: 'date', dateStyle: 'medium' }],
  ['Date', { date_format: 'DD MMMM YYYY' }, { type: 'date', dateStyle: 'long' }],
  ['Date', { date_format: 'YYYY-MM-DD' }, null],
  [
    'DateTime',
    { date_format: 'YYYY-MM-DD', time_format: 'HH:mm', timezone: 'Asia/Tokyo' },
    { type: 'date', dateStyle: 'short', timeStyle: 'short', timeZone: 'Asia/Tokyo' },
  ],
  ['Number', { isLocaleString: true }, null],
  ['SingleLineText', {}, null],
  ['Decimal', { precision: 'two' }, null],
])('formatOf() of %s with %j', (uidt, meta, expected) => {
  expect(formatOf({ uidt, meta: z.object(shownAs).parse(meta) })).toEqual(expected)
})
