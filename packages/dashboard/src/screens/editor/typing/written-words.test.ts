import { readBound } from '@pictable/renderer/read-bound'
import { expect, test } from 'vitest'
import { resultOfChip } from './fill-chip.ts'
import { writtenWords } from './written-words.ts'

const records = [
  { Stock: 0, Sold: false, Name: '', 'Price (net)': '' },
  { Stock: 3, Sold: true, Name: '**Pot** {{Stock}}', 'Price (net)': 5.5, Day: '2030-01-31T20:15:00Z' },
  {},
]

test.each([
  { expression: 'Stock > 0', fallback: 'Sold out' },
  { expression: 'Sold', fallback: 'unknown' },
  { expression: 'Stock', fallback: -1 },
  { expression: 'Name', fallback: false },
  { expression: "Name || 'none'", fallback: 'never' },
  { bind: 'Name' },
  { bind: 'Stock' },
  { bind: 'Sold', fallback: 'unknown' },
  { bind: 'Name', fallback: "Writer's name" },
  { bind: 'Price (net)', fallback: 0 },
  { bind: 'Price (net)', format: { type: 'currency', currency: 'USD', minimumDigits: 2, maximumDigits: 2 } },
  { bind: 'Price (net)', format: { type: 'currency', currency: 'USD', minimumDigits: 0, maximumDigits: 2 } },
  { bind: 'Price (net)', format: { type: 'currency', currency: 'EUR', minimumDigits: 0 }, fallback: '€ –' },
  { bind: 'Stock', format: { type: 'number', grouping: false, maximumDigits: 3 }, fallback: 'none' },
  { bind: 'Stock', format: { type: 'number', style: 'percent' } },
  { bind: 'Stock', format: { type: 'duration' } },
  { bind: 'Day', format: { type: 'date', dateStyle: 'long' } },
  { bind: 'Day', format: { type: 'date', timeZone: 'Asia/Tokyo' } },
  { bind: 'Day', format: { type: 'date', dateStyle: 'none', timeStyle: 'short', timeZone: 'Asia/Tokyo' } },
])('the text that %j fills shows the same with its expression between braces', (text) => {
  for (const locale of ['en', 'de']) {
    const inLocale = 'format' in text ? { ...text, format: { ...text.format, locale } } : text
    const written = writtenWords(inLocale, locale) ?? ''
    const shown = records.map((values) => resultOfChip(written, { values, locale }))
    const bound = records.map((values) => readBound(inLocale, { values, locale })?.value)
    expect(shown).toEqual(bound.map((each) => (each === undefined || each === '' ? undefined : String(each))))
  }
})

test('the text of a date in a locale of its own, as starters have it, can be typed into', () => {
  const format = [{ type: 'date', locale: 'en-GB', dateStyle: 'long' }]
  const written = writtenWords({ bind: 'Day', fallback: '', format }, 'en') ?? ''
  expect(resultOfChip(written, { values: records[1] ?? {}, locale: 'en' })).toBe('31 January 2030')
})

test.each([
  { bind: ['Name', 'Stock'] },
  { bind: 'Stock', format: { type: 'number', locale: 'de' } },
  { bind: 'Stock', format: { type: 'currency', currency: 'EUR', maximumDigits: 1 } },
  { bind: 'Stock', format: [{ type: 'number' }, { type: 'case', to: 'upper' }] },
  { bind: 'Name', format: { type: 'join' } },
])('the text that %j fills has no chip', (text) => expect(writtenWords(text, 'en')).toBeUndefined())
