import type { FieldFormat } from '@pictable/model/field-format'
import { expect, test } from 'vitest'
import { formattedWords } from './formatted-words.ts'

const euros = { type: 'currency', currency: 'EUR' } as const
const stamp = '2026-01-30T23:00:00.000Z'

test.each<[value: unknown, format: FieldFormat, words: string]>([
  [1039.5, euros, '€1,039.50'],
  [48, { ...euros, minimumDigits: 0, maximumDigits: 0 }, '€48'],
  [0.19, { type: 'number', style: 'percent', maximumDigits: 2 }, '19%'],
  [5400, { type: 'duration', form: 'h:mm' }, '1:30'],
  [1234.5, { type: 'number', grouping: false, minimumDigits: 2, maximumDigits: 2 }, '1234.50'],
  ['2026-01-30', { type: 'date', dateStyle: 'medium' }, 'Jan 30, 2026'],
  [stamp, { type: 'date', dateStyle: 'medium', timeZone: 'Europe/Warsaw' }, 'Jan 31, 2026'],
  [stamp, { type: 'date', timeStyle: 'short', timeZone: 'Asia/Tokyo' }, 'Jan 31, 2026, 8:00 AM'],
])('formattedWords() of %j by %j are %s', (value, format, words) => {
  expect(formattedWords(format, value)?.replaceAll(/\s/g, ' ')).toBe(words)
})

test('formattedWords() has none for what a format does not suit', () => {
  for (const value of [null, undefined, '', 'on request', true, [], { json: 1 }])
    expect(formattedWords(euros, value)).toBeUndefined()
})
