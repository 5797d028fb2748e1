import { type FieldFormat, fieldFormat } from '@pictable/model/field-format'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readFieldFormat } from './field-format.ts'

const digits = (minimumDigits: number, maximumDigits = minimumDigits) => ({ minimumDigits, maximumDigits })
const money = (currency: string, decimals = 2): FieldFormat => ({ type: 'currency', currency, ...digits(decimals) })
const plain = (...count: [number, number?]): FieldFormat => ({ type: 'number', grouping: false, ...digits(...count) })
const grouped = (...count: [number, number?]): FieldFormat => ({ type: 'number', ...digits(...count) })
const percent = (...count: [number, number?]): FieldFormat => ({
  ...{ type: 'number', style: 'percent' },
  ...digits(...count),
})
const day = (pattern: string): FieldFormat => ({ type: 'date', pattern })
const time = (pattern: string): FieldFormat => ({ type: 'date', pattern, timeZone: 'Europe/Berlin' })

const ACCOUNTING = '_("$"* #,##0.00_);_("$"* \\(#,##0.00\\);_("$"* "-"??_);_(@_)'

test.each<[type: string, pattern: string, format: FieldFormat | null]>([
  ['CURRENCY', '"$"#,##0.00', money('USD')],
  ['CURRENCY', '[$€-407]#,##0.00', money('EUR')],
  ['CURRENCY', '#,##0.00 "€"', money('EUR')],
  ['CURRENCY', '#,##0.00\\ [$€-1]', money('EUR')],
  ['CURRENCY', '[$£]#,##0', money('GBP', 0)],
  ['CURRENCY', '#,##0.00 [$CHF]', money('CHF')],
  ['CURRENCY', '\\$#,##0.00;[Red]\\-\\$#,##0.00', money('USD')],
  ['CURRENCY', '#,##0.00 [$kr-41D]', grouped(2)],
  ['NUMBER', ACCOUNTING, money('USD')],
  ['NUMBER', '€#,##0.00', money('EUR')],
  ['NUMBER', '[Blue]#,##0', grouped(0)],
  ['NUMBER', '#,##0', grouped(0)],
  ['NUMBER', '#,##0.00', grouped(2)],
  ['NUMBER', '0', plain(0)],
  ['NUMBER', '0.00', plain(2)],
  ['NUMBER', '0.0##', plain(1, 3)],
  ['NUMBER', '0.0" kg"', plain(1)],
  ['NUMBER', '0.0"%"', plain(1)],
  ['PERCENT', '0.00%', percent(2)],
  ['PERCENT', '0%', percent(0)],
  ['PERCENT', '0.## %', percent(0, 2)],
  ['NUMBER', '0.0%', percent(1)],
  ['DATE', 'yyyy-mm-dd', null],
  ['DATE', 'm/d/yyyy', day('M/d/yyyy')],
  ['DATE', 'dd.mm.yyyy', day('dd.MM.yyyy')],
  ['DATE', 'ddd, d mmm yy', day('EEE, d MMM yy')],
  ['DATE', 'mmmm d, yyyy', day('MMMM d, yyyy')],
  ['DATE', 'd" de "mmmm" de "yyyy', day("d' de 'MMMM' de 'yyyy")],
  ['DATE', '[$-407]dddd, d. mmmm yyyy', day('EEEE, d. MMMM yyyy')],
  ['DATE', 'mmmm yyyy', day('MMMM yyyy')],
  ['DATE', 'd\\.\\ mmmm\\ yyyy', day("d'. 'MMMM' 'yyyy")],
  ['DATE', 'd" de "\\d\\e mmmm', day("d' de de' MMMM")],
  ['DATE', 'd mmm', day('d MMM')],
  ['DATE', "d\\'yy", day("d''''yy")],
  ['DATE_TIME', 'm/d/yyyy h:mm', time('M/d/yyyy H:mm')],
  ['DATE_TIME', 'yyyy-mm-dd hh:mm am/pm', time('yyyy-MM-dd hh:mm a')],
  ['DATE_TIME', 'M/d/yyyy H:mm:ss', time('M/d/yyyy H:mm:ss')],
  ['DATE_TIME', 'hh:mm:ss.000 d/m', time('HH:mm:ss.SSS d/M')],
  ['DATE_TIME', 'm/d/yyyy', time('M/d/yyyy')],
])('%s %s', (type, pattern, format) => {
  expect(readFieldFormat({ format: type, pattern }, 'Europe/Berlin')).toEqual(format)
})

test.each([
  ...['General', '', '00000', '000-0000', '#,##0,', '0,,"M"', '0.00E+00', '# ?/?', '[<1]0.00;0', '#,##,##0', '0.', '@'],
  ...['"$', '[', '[h]:mm', '%', '%0%', '-0', '(0)', '0.000000000000000000000', '0.0.0', '[$€', '"$"0.##'],
])('the number pattern %j has no format', (pattern) => {
  expect(readFieldFormat({ format: 'NUMBER', pattern }, 'UTC')).toBe(null)
})

test.each(['', '[h]:mm', 'd mmmmm', 'd/m/yyyy "', 'd/m/yyyy h:mm', 'd/m/y qq'])(
  'the date pattern %j has no format',
  (pattern) => {
    expect(readFieldFormat({ format: 'DATE', pattern }, 'UTC')).toBe(null)
  },
)

test.each(['TEXT', 'TIME', 'SCIENTIFIC', 'NUMBER_FORMAT_TYPE_UNSPECIFIED', undefined, 'constructor'])(
  'the type %s has no format',
  (format) => {
    expect(readFieldFormat({ format, pattern: '0.00' }, 'UTC')).toBe(null)
  },
)

test('a zone that no machine knows is left out', () => {
  const read = readFieldFormat({ format: 'DATE_TIME', pattern: 'd/m/yyyy h:mm' }, 'Moon/Sea')
  expect(read).toEqual({ type: 'date', pattern: 'd/M/yyyy H:mm' })
})

const pieces = [
  '"',
  '[',
  ']',
  '$',
  '€',
  '\\',
  '_',
  '*',
  ';',
  '#',
  '0',
  ',',
  '.',
  '%',
  '-',
  'd',
  'mmmm',
  'y',
  'h',
  ':',
  ' ',
]

test('whatever the pattern is, its format is valid or there is none', () => {
  const patterns = fc.array(fc.oneof(fc.constantFrom(...pieces), fc.string()), { maxLength: 20 })
  const types = fc.constantFrom('NUMBER', 'CURRENCY', 'PERCENT', 'DATE', 'DATE_TIME')
  const property = fc.property(types, patterns, (format, parts) => {
    const read = readFieldFormat({ format, pattern: parts.join('') }, 'UTC')
    expect(read === null || fieldFormat.safeParse(read).success).toBe(true)
  })
  fc.assert(property, { numRuns: 2000 })
})
