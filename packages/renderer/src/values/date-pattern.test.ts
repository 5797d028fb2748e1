import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isDatePattern, writeByPattern } from './date-pattern.ts'

const evening = Date.UTC(2026, 0, 31, 20, 5, 9, 47)
const berlin = { timeZone: 'Europe/Berlin', locale: 'en' }

const written = (pattern: string, given: object = {}, at = evening) =>
  writeByPattern(at, pattern, { ...berlin, ...given }).replaceAll(/\s/g, ' ')

describe('writeByPattern()', () => {
  test.each([
    ['dd/MM/yyyy', '31/01/2026'],
    ['M/d/yy', '1/31/26'],
    ['yyyy-MM-dd HH:mm:ss.SSS', '2026-01-31 21:05:09.047'],
    ['h:mm a', '9:05 PM'],
    ['hh:mmaaa', '09:05pm'],
    ['EEEE, d MMMM y', 'Saturday, 31 January 2026'],
    ['EEE d MMM', 'Sat 31 Jan'],
    ['H:m:s.S SS', '21:5:9.0 04'],
    ["d 'de' MMMM 'o''clock'", "31 de January o'clock"],
    ["h ''a''", "9 'PM'"],
    // A date of a table that this release does not know is shown, not lost.
    ['dd Q', '31 Q'],
    ['31.1. 2026', '31.1. 2026'],
  ])('of %s is %s', (pattern, text) => {
    expect(written(pattern)).toBe(text)
  })

  test.each([
    ['d MMMM yyyy', 'pl', '31 stycznia 2026'],
    ['MMMM yyyy', 'pl', 'styczeń 2026'],
    ["MMMM 'd'", 'cs', 'leden d'],
    ['d MMMM', 'de', '31 Januar'],
    ['yyyy年MMMM', 'ja', '2026年1月'],
    ['MMM d', 'zh', '1月 31'],
    ['dd/MM/yyyy', 'ar-EG', '٣١/٠١/٢٠٢٦'],
    // Whose own calendars say 1447 and 1404.
    ['yyyy', 'ar-SA-u-nu-latn', '2026'],
    ['yyyy', 'fa-u-nu-latn', '2026'],
    ['a', 'ko', '오후'],
    ['dd.MM.yyyy', 'tlh', '31.01.2026'],
  ])('of %s in %s is %s', (pattern, locale, text) => {
    expect(written(pattern, { locale })).toBe(text)
  })

  test.each([
    ['midnight', Date.UTC(2026, 0, 30, 23), '00 12 AM'],
    ['noon', Date.UTC(2026, 0, 31, 11), '12 12 PM'],
    ['the hour that summer leaves out', Date.UTC(2026, 2, 29, 1), '03 3 AM'],
  ])('at %s writes both kinds of hours', (_, at, text) => {
    expect(written('HH h a', {}, at)).toBe(text)
  })

  test('before 1970 has milliseconds too', () => {
    expect(written('yyyy SSS', { timeZone: 'UTC' }, -1)).toBe('1969 999')
  })

  test('gives back every minute of some centuries', () => {
    const minutes = fc.integer({ min: -80_000_000, max: 80_000_000 })
    fc.assert(
      fc.property(minutes, (minute) => {
        const at = minute * 60_000
        const text = written("yyyy-MM-dd'T'HH:mm'Z'", { timeZone: 'UTC' }, at)
        expect(Date.parse(text)).toBe(at)
      }),
    )
  })
})

describe('isDatePattern()', () => {
  test.each(['dd/MM/yyyy', 'yyyy', "d 'de' MMMM", "h ''a''", 'd', 'HH:mm', 'mm:ss', 'aaa'])('%s is one', (pattern) => {
    expect(isDatePattern(pattern)).toBe(true)
  })

  test.each([
    '',
    '31',
    'long',
    'DD/MM/YYYY',
    'ddd',
    'MMMMM',
    "'day'",
    "d 'open",
    'dd/mm/YYYY',
    'dd/mm/yyyy',
    'm',
    'd constructor',
  ])('%s is none', (pattern) => {
    expect(isDatePattern(pattern)).toBe(false)
  })
})
