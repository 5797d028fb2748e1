import { durationForms, fieldFormat } from '@pictable/model/field-format'
import { filterFor } from '@pictable/renderer/format-filter'
import { parseTemplate } from '@pictable/renderer/template'
import { expect, test } from 'vitest'
import { fakeField } from '#core/fakes/fake-source.ts'
import { bindNames, bindRecord, fieldsFor, mapRecord } from './map-record.ts'
import { bindShown } from './shown-fields.ts'

const usd = { type: 'currency', currency: 'USD', minimumDigits: 2, maximumDigits: 2 } as const
const price = { ...fakeField('Price | net', 'number'), format: usd }
const title = fakeField('Title')
const box = { width: 90, height: 9 }
const page = { schema: 1, width: 90, height: 9 }
const plain = parseTemplate({ ...page, layers: [{ type: 'text', name: 'Price', ...box, text: { bind: 'price' } }] })
const german = parseTemplate({ ...plain, locale: 'de' })
const compared = parseTemplate({
  ...page,
  layers: [{ type: 'text', name: 'Sale', ...box, text: 'Sale', visible: { when: { value: 'price', less: 10 } } }],
})
const mapping = { price: { field: { id: price.id, name: price.name }, formatted: true } } as const

function bound(
  designs: Parameters<typeof bindShown>[2],
  { value, mapped = mapping }: { value: unknown; mapped?: object },
) {
  const { bindings } = bindNames(['price'], { ...mapped }, [price, title])
  const record = { id: 'rec_1', fields: { [price.id]: typeof value === 'number' ? value : String(value) } }
  const fields = bindRecord({ bindings: bindShown(bindings, { ...mapped }, designs), designs }, record)
  const shown = designs.map((design) => mapRecord(fieldsFor(design, fields)).price)
  return shown.map((each) => (typeof each === 'string' ? each.replaceAll('\u00a0', ' ') : each))
}

test('bindShown() fills templates as the table shows a field, each in its locale', () => {
  expect(bound([plain, german], { value: 1234.5 })).toEqual(['$1,234.50', '1.234,50 $'])
  expect(bound([plain], { value: 'on request' })).toEqual(['on request'])
})

test('bindShown() gives the value itself where a template compares it, and where the mapping does not want it', () => {
  expect(bound([plain, compared], { value: 12.5 })).toEqual([12.5, 12.5])
  expect(bound([plain], { value: 12.5, mapped: { price: { field: mapping.price.field } } })).toEqual([12.5])
})

test.each([
  { type: 'number', minimumDigits: 20, maximumDigits: 20, grouping: false },
  { type: 'number', style: 'percent', maximumDigits: 0 },
  { type: 'currency', currency: 'EUR' },
  { type: 'currency', currency: 'JPY', minimumDigits: 0, maximumDigits: 0 },
  { type: 'date', dateStyle: 'none', timeStyle: 'full', timeZone: 'Asia/Tokyo' },
  ...durationForms.map((form) => ({ type: 'duration', form })),
])('every format of a field has a filter: %j', (format) => {
  expect(filterFor(fieldFormat.parse(format), 'en')).toEqual(expect.any(String))
})
