import { expect, test } from 'vitest'
import { dateFormat, datePattern } from './date-form.ts'

test.each([
  ['DD/MM/YYYY', 'dd/MM/yyyy'],
  ['dd/MM/yyyy', 'dd/MM/yyyy'],
  ['MMMM D, YYYY', 'MMMM d, yyyy'],
  ['dddd D [de] MMMM', "EEEE d 'de' MMMM"],
  ['D [de][ ]MMMM', "d 'de 'MMMM"],
  ["D[o'clock]", "d'o''clock'"],
  ['hh:mm:ss.SSS A', 'hh:mm:ss.SSS a'],
  ['h:mma', 'h:mma'],
  ['YYYY h:mma', 'yyyy h:mmaaa'],
])('datePattern() of %s is %s', (form, pattern) => {
  expect(datePattern(form)).toBe(pattern)
})

test.each(['', 'long', 'LL', 'Do MMM', 'None', 'D [', 'D {}', `D ${'.'.repeat(50)}`])(
  'datePattern() knows no pattern for %s',
  (form) => {
    expect(datePattern(form)).toBeUndefined()
  },
)

test.each([
  [{ date: 'DD/MM/YYYY', time: null }, { pattern: 'dd/MM/yyyy' }],
  [
    { date: 'D/M/YY', time: 'HH:mm', timeZone: 'Asia/Tokyo' },
    { pattern: 'd/M/yy HH:mm', timeZone: 'Asia/Tokyo' },
  ],
  [{ date: 'd.M.yy HH:mm', time: '', timeZone: 'Moon/Sea' }, { pattern: 'd.M.yy HH:mm' }],
  // In the order of the locale: half of a pattern is none.
  [{ date: 'LL', time: null, style: 'long' }, { dateStyle: 'long' }],
  [
    { date: undefined, time: 'HH:mm' },
    { dateStyle: 'medium', timeStyle: 'short' },
  ],
  [
    { date: 'DD/MM/YYYY', time: undefined },
    { dateStyle: 'medium', timeStyle: 'short' },
  ],
  [
    { date: 'DD/MM/YYYY', time: 'soon' },
    { dateStyle: 'medium', timeStyle: 'short' },
  ],
] as const)('dateFormat() of %j is %j', (form, format) => {
  expect(dateFormat(form)).toEqual({ type: 'date', ...format })
})
