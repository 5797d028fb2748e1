import { execFileSync } from 'node:child_process'
import { describe, expect, test } from 'vitest'
import { formatSchema } from './format.ts'
import { formatValue } from './format-value.ts'
import type { Value } from './value.ts'

function formatted(value: Value, format: unknown) {
  const { value: text, problem } = formatValue(value, formatSchema.parse(format))
  // Different ICU data use different spaces.
  return problem ?? (typeof text === 'string' ? text.replaceAll(/\s/g, ' ') : text)
}

test('an unknown language is English, whatever the language of the machine is', () => {
  const formats = [
    { type: 'number', minimumDigits: 2 },
    { type: 'date', dateStyle: 'long' },
  ]
  const code = `
    const { formatSchema } = await import('#renderer/values/format.ts')
    const { formatValue } = await import('#renderer/values/format-value.ts')
    const texts = ${JSON.stringify(formats)}.map((each) =>
      formatValue(1234.5, formatSchema.parse({ ...each, locale: 'tlh' })).value)
    console.log(texts.join(' '))`
  const run = ['--input-type=module', '--eval', code]
  const options = { cwd: import.meta.dirname, env: { LC_ALL: 'de_DE.UTF-8' }, encoding: 'utf8' } as const
  expect(execFileSync(process.execPath, run, options)).toBe('1,234.50 January 1, 1970\n')
})

test('an underscore in a locale is a hyphen', () => {
  expect(formatted(1234.5, { type: 'number', locale: 'de_DE' })).toBe('1.234,5')
  expect(formatted('istanbul', { type: 'case', to: 'upper', locale: 'tr_TR' })).toBe('İSTANBUL')
})

describe('formatValue()', () => {
  test.each([
    ['1234.5', { type: 'number' }, '1,234.5'],
    ['-12345678901234567890', { type: 'number' }, '-12,345,678,901,234,567,890'],
    [1234.5, { type: 'number', locale: 'de', minimumDigits: 2 }, '1.234,50'],
    [1234.5678, { type: 'number', maximumDigits: 1, grouping: false }, '1234.6'],
    [0.256, { type: 'number', style: 'percent' }, '26%'],
    ['abc', { type: 'number' }, '"abc" is not a number'],
    [1234.5, { type: 'currency', currency: 'EUR', locale: 'de' }, '1.234,50 €'],
    [5, { type: 'currency', currency: 'jpy', locale: 'en' }, '¥5'],
    // The cents of whole amounts may be left out; a price never ends in one digit.
    [48, { type: 'currency', currency: 'EUR', locale: 'en', minimumDigits: 0 }, '€48'],
    [16.5, { type: 'currency', currency: 'EUR', locale: 'en', minimumDigits: 0 }, '€16.50'],
    [-1016.5, { type: 'currency', currency: 'EUR', locale: 'de', minimumDigits: 0, maximumDigits: 2 }, '-1.016,50 €'],
    [16.5, { type: 'currency', currency: 'EUR', locale: 'en', minimumDigits: 0, maximumDigits: 0 }, '€17'],
    [1.5, { type: 'currency', currency: 'kwd', locale: 'en', minimumDigits: 0 }, 'KWD 1.500'],
    [0.4, { type: 'currency', currency: 'EUR', locale: 'en', minimumDigits: 0 }, '€0.40'],
    ['12345678901234567.89', { type: 'number', grouping: false, maximumDigits: 2 }, '12345678901234567.89'],
    ['-12345678901234567.895', { type: 'currency', currency: 'USD' }, '-$12,345,678,901,234,567.90'],
    [5400, { type: 'duration' }, '1:30'],
    [5400, { type: 'duration', locale: 'ar-EG' }, '١:٣٠'],
    ['5429', { type: 'duration', form: 'h:mm' }, '1:30'],
    [5430, { type: 'duration', form: 'h:mm' }, '1:31'],
    [5429, { type: 'duration', form: 'h:mm:ss' }, '1:30:29'],
    [359_999.96, { type: 'duration', form: 'h:mm:ss.S' }, '100:00:00.0'],
    [0.125, { type: 'duration', form: 'h:mm:ss.SSS' }, '0:00:00.125'],
    [-61.5, { type: 'duration', form: 'h:mm:ss.SS' }, '-0:01:01.50'],
    [61.5, { type: 'duration', form: 'h:mm:ss.S', locale: 'de' }, '0:01:01,5'],
    [-20, { type: 'duration', form: 'h:mm' }, '0:00'],
    ['soon', { type: 'duration' }, '"soon" is not a number of seconds'],
    ['2030-01-31', { type: 'date', locale: 'en-GB', dateStyle: 'long' }, '31 January 2030'],
    ['2030-01-31', { type: 'date', locale: 'en-GB', dateStyle: 'long', timeZone: 'Asia/Tokyo' }, '31 January 2030'],
    [
      '2030-01-31T23:30:00Z',
      { type: 'date', locale: 'en-GB', dateStyle: 'short', timeZone: 'Asia/Tokyo' },
      '01/02/2030',
    ],
    ['2030-01-31T23:30:00+02:00', { type: 'date', locale: 'de', timeStyle: 'short', dateStyle: 'none' }, '21:30'],
    ['2030-01-31 23:30:00+02', { type: 'date', locale: 'de', timeStyle: 'short', dateStyle: 'none' }, '21:30'],
    ['2030-02-31', { type: 'date' }, '"2030-02-31" is not a date such as 2030-01-31'],
    ['soon', { type: 'date' }, '"soon" is not a date such as 2030-01-31'],
    ['straße', { type: 'case', to: 'upper', locale: 'de' }, 'STRASSE'],
    ['istanbul', { type: 'case', to: 'upper', locale: 'tr' }, 'İSTANBUL'],
    ['THE end', { type: 'case', to: 'title' }, 'The End'],
    ['THE end', { type: 'case', to: 'sentence' }, 'The end'],
    [['a', '', 'b', 'c'], { type: 'join', separator: ', ', last: ' and ' }, 'a, b and c'],
    ['alone', { type: 'join' }, 'alone'],
  ])('%j as %j is %s', (value, format, text) => {
    expect(formatted(value, format)).toBe(text)
  })
})
