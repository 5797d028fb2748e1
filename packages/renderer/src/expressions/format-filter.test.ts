import { describe, expect, test } from 'vitest'
import { formatSchema } from '#renderer/values/format.ts'
import { formatValue } from '#renderer/values/format-value.ts'
import { workOfRecord } from './evaluate.ts'
import { filterFor } from './format-filter.ts'
import { fillText, readWrittenText } from './written-text.ts'

const usd = { type: 'currency', currency: 'USD' }
const values = [12.5, 1234, 0, -0.125, '2030-01-31', '2030-01-31T20:15:00Z', 'big Sale', null]

/** With a filter, as a text shows it. */
function shown(filter: string, value: (typeof values)[number], locale: string) {
  const scope = { look: () => value, locale, warn: () => {}, work: workOfRecord() }
  return fillText(readWrittenText(`{{Price | ${filter}}}`), scope)
}

describe('filterFor()', () => {
  test.each([
    [usd, 'currency:USD'],
    [{ ...usd, minimumDigits: 2, maximumDigits: 2 }, 'currency:USD:2'],
    [{ ...usd, minimumDigits: 0, maximumDigits: 2 }, 'currency:USD:0:2'],
    [{ ...usd, minimumDigits: 0 }, 'currency:USD:0:2'],
    [{ ...usd, currency: 'JPY', minimumDigits: 0 }, 'currency:JPY:0'],
    [{ type: 'number', maximumDigits: 3 }, 'number:0:3'],
    [{ type: 'number' }, 'number'],
    [{ type: 'number', grouping: false, minimumDigits: 2, maximumDigits: 2 }, 'fixed:2'],
    [{ type: 'number', style: 'percent', maximumDigits: 2 }, 'percent:0:2'],
    [{ type: 'number', style: 'percent_sign', minimumDigits: 1, maximumDigits: 1 }, 'percent_sign:1'],
    [{ type: 'number', style: 'compact' }, 'compact'],
    [{ type: 'duration', form: 'h:mm:ss.S' }, 'duration:"h:mm:ss.S"'],
    [{ type: 'date', dateStyle: 'long' }, 'date:long'],
    [{ type: 'date', timeZone: 'Asia/Tokyo' }, 'date:medium:"Asia/Tokyo"'],
    [{ type: 'date', dateStyle: 'none', timeStyle: 'short', timeZone: 'Asia/Tokyo' }, 'date:none:"Asia/Tokyo":short'],
    [{ type: 'date', pattern: 'dd/MM/yyyy' }, 'date:"dd/MM/yyyy"'],
    [
      { type: 'date', pattern: 'd/M HH:mm', timeStyle: 'short', timeZone: 'Asia/Tokyo' },
      'date:"d/M HH:mm":"Asia/Tokyo"',
    ],
    [{ type: 'case', to: 'title' }, 'title'],
  ])('of %j is %s, and does the same', (format, filter) => {
    for (const locale of ['en', 'de', 'ar-EG']) {
      const written = { ...format, locale }
      expect(filterFor(written, locale)).toBe(filter)
      for (const value of values) {
        const { value: formatted } = formatValue(value, formatSchema.parse(written))
        expect(shown(filter, value, locale)).toBe(value === null ? '' : String(formatted))
      }
    }
  })

  test.each([
    [{ ...usd, locale: 'de' }],
    [{ ...usd, minimumDigits: 3 }],
    [{ ...usd, maximumDigits: 1 }],
    [{ type: 'number', grouping: false }],
    [{ type: 'number', style: 'percent', grouping: false }],
    [{ type: 'number', style: 'compact', maximumDigits: 1 }],
    [{ type: 'join' }],
    [{ type: 'date', timeZone: 'Nowhere/City' }],
    [[{ type: 'number' }, { type: 'case', to: 'upper' }]],
    [null],
  ])('is none of %j', (format) => {
    expect(filterFor(format, 'en')).toBeUndefined()
  })

  test('of a date in a locale of its own names that locale, and the only one of a list is that', () => {
    const british = { type: 'date', dateStyle: 'long', locale: 'en-GB' }
    expect(filterFor([british], 'en')).toBe('date:long:"UTC":none:"en-GB"')
    expect(shown('date:long:"UTC":none:"en-GB"', '2030-01-31', 'en')).toBe('31 January 2030')
  })
})
