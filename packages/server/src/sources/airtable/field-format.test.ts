import { expect, test } from 'vitest'
import { readFieldFormat } from './field-format.ts'
import { fieldType } from './field-kinds.ts'

const usd = { type: 'currency', currency: 'USD', minimumDigits: 2, maximumDigits: 2 }
const currency = { type: 'currency', options: { precision: 2, symbol: '$' } }

test.each([
  ['currency', currency.options, usd],
  ['currency', { precision: 0, symbol: 'kr' }, { type: 'number', minimumDigits: 0, maximumDigits: 0 }],
  ['currency', { precision: 2, symbol: ' chf ' }, { ...usd, currency: 'CHF' }],
  ['number', { precision: 1 }, { type: 'number', grouping: false, minimumDigits: 1, maximumDigits: 1 }],
  // A year is no 2,030.
  ['number', { precision: 0 }, null],
  ['percent', { precision: 1 }, { type: 'number', style: 'percent', minimumDigits: 1, maximumDigits: 1 }],
  ['percent', { precision: null }, { type: 'number', style: 'percent', maximumDigits: 2 }],
  ['percent', null, { type: 'number', style: 'percent', maximumDigits: 2 }],
  ['dateTime', { timeZone: 'Nowhere/City' }, { type: 'date', dateStyle: 'medium', timeStyle: 'short' }],
  ['duration', { durationFormat: 'h:mm:ss.SS' }, { type: 'duration', form: 'h:mm:ss.SS' }],
  ['duration', { durationFormat: 'a form of later' }, null],
  ['date', { dateFormat: { name: 'friendly', format: 'LL' } }, { type: 'date', dateStyle: 'long' }],
  ['date', { dateFormat: { name: 'iso', format: 'YYYY-MM-DD' } }, null],
  [
    'dateTime',
    { dateFormat: { name: 'european' }, timeFormat: { name: '24hour' }, timeZone: 'Europe/Berlin' },
    { type: 'date', pattern: 'd/M/yyyy HH:mm', timeZone: 'Europe/Berlin' },
  ],
  ['date', { dateFormat: { name: 'european' } }, { type: 'date', pattern: 'd/M/yyyy' }],
  [
    'dateTime',
    { dateFormat: { name: 'iso' }, timeFormat: { name: '12hour' }, timeZone: 'utc' },
    { type: 'date', pattern: 'yyyy-MM-dd h:mmaaa' },
  ],
  ['dateTime', { dateFormat: { name: 'us' } }, { type: 'date', dateStyle: 'medium', timeStyle: 'short' }],
  [
    'dateTime',
    { dateFormat: { name: 'local' }, timeFormat: { name: '24hour' }, timeZone: 'client' },
    { type: 'date', dateStyle: 'medium', timeStyle: 'short' },
  ],
  ['formula', { result: currency }, usd],
  ['rollup', { result: currency }, usd],
  ['multipleLookupValues', { result: currency }, null],
  ['singleLineText', undefined, null],
  ['currency', { precision: 'many', symbol: 7 }, { type: 'number' }],
])('readFieldFormat() of %s with %j', (type, options, expected) => {
  expect(readFieldFormat(fieldType.parse({ type, options }))).toEqual(expected)
})
