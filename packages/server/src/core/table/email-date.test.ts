import { expect, test } from 'vitest'
import { cellOf, InvalidValue } from './cell.ts'

test.each([
  ['Tue, 25 Nov 2025 10:00:00 GMT', '2025-11-25T10:00:00.000Z'],
  ['Mon, 1 Dec 2025 09:05:00 +0100', '2025-12-01T08:05:00.000Z'],
  ['1 dec 2025 23:30 est', '2025-12-02T04:30:00.000Z'],
  ['Sat,06 Sep 2025 00:00:59 UT', '2025-09-06T00:00:59.000Z'],
])('%s is a time', (text, iso) => {
  expect(cellOf('date_time', text)).toBe(iso)
})

test.each([
  'Tue, 25 Nov 2025',
  'Tue, 25 Nov 25 10:00:00 GMT',
  'Tue, 31 Feb 2025 10:00:00 GMT',
  'Tue, 25 Now 2025 10:00:00 GMT',
  'Tue, 25 Nov 2025 10:00:00 CET',
  'Tue, 25 Nov 2025 10:00:00 constructor',
  'Tue, 25 Nov 2025 24:61:00 GMT',
  'Due, 25 Nov 2025 10:00:00 GMT',
])('%s is none', (text) => {
  expect(cellOf('date_time', text)).toBeInstanceOf(InvalidValue)
})
