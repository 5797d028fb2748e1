import { fieldFormat } from '@pictable/model/field-format'
import { fillText, readWrittenText, workOfRecord } from '@pictable/renderer/expressions'
import { describe, expect, test } from 'vitest'
import { writtenField } from './written-field.ts'

const cases = [
  [null, '{{Price}}', 12.5, '12.5'],
  [
    { type: 'currency', currency: 'USD', minimumDigits: 2, maximumDigits: 2 },
    '{{Price | currency:USD:2}}',
    12.5,
    '$12.50',
  ],
  [{ type: 'currency', currency: 'JPY' }, '{{Price | currency:JPY}}', 1200, '¥1,200'],
  [{ type: 'number', minimumDigits: 1, maximumDigits: 1 }, '{{Price | number:1}}', 1234, '1,234.0'],
  [{ type: 'number', grouping: false, minimumDigits: 2, maximumDigits: 2 }, '{{Price | fixed:2}}', 1234, '1234.00'],
  [{ type: 'number', style: 'percent', maximumDigits: 2 }, '{{Price | percent:0:2}}', 0.125, '12.5%'],
  [{ type: 'number', style: 'percent', maximumDigits: 2 }, '{{Price | percent:0:2}}', 0.5, '50%'],
  [{ type: 'duration', form: 'h:mm:ss' }, '{{Price | duration:"h:mm:ss"}}', 61, '0:01:01'],
  [{ type: 'date', dateStyle: 'long' }, '{{Price | date:long}}', '2030-01-31', 'January 31, 2030'],
  [
    { type: 'date', dateStyle: 'short', timeStyle: 'short', timeZone: 'Europe/Berlin' },
    '{{Price | date:short:"Europe/Berlin":short}}',
    '2030-01-31T12:00:00Z',
    '1/31/30, 1:00 PM',
  ],
] as const

describe('writtenField()', () => {
  test.each(cases)('of %j is %s', (format, written, value, shown) => {
    expect(writtenField({ name: 'Price', format })).toBe(written)
    const problems: string[] = []
    const scope = { look: () => value, locale: 'en', warn: (problem: string) => problems.push(problem) }
    expect(fillText(readWrittenText(written), { ...scope, work: workOfRecord() }).replaceAll('\u202f', ' ')).toBe(shown)
    expect(problems).toEqual([])
    if (format) expect(fieldFormat.safeParse(format).success).toBe(true)
  })

  test('puts a name with spaces or braces into brackets', () => {
    expect(writtenField({ name: 'Unit price', format: { type: 'currency', currency: 'EUR' } })).toBe(
      '{{Unit price | currency:EUR}}',
    )
  })
})
