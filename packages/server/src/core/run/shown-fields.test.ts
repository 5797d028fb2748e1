import { durationForms, fieldFormat } from '@pictable/model/field-format'
import { filterFor } from '@pictable/renderer/format-filter'
import { parseTemplate } from '@pictable/renderer/template'
import { expect, test } from 'vitest'
import { fakeField } from '#core/fakes/fake-source.ts'
import { bindLinked } from './linked-rows.ts'
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

const item = fakeField('Item')
const table = { baseId: 'base', tableId: 'lines' }
const asRows = { rows: { bind: 'lines' } }

const sold = [
  { [item.id]: 'Tea', [price.id]: 1234.5 },
  { [item.id]: 'Gift', [price.id]: 'on request' },
]

async function listed(
  layer: object,
  { isFormatted = true, locale = 'en', also = [] as string[], cells = sold as object[], columns = [item, price] } = {},
) {
  const lines = { ...fakeField('Lines', 'link'), link: { table, fields: columns } }
  const refs = columns.map(({ id, name }) => ({ id, name }))
  const designs = [locale, ...also].map((each) =>
    parseTemplate({ ...page, locale: each, layers: [{ name: 'List', ...box, ...layer }] }),
  )
  const entry = {
    field: { id: lines.id, name: lines.name },
    columns: refs,
    ...(isFormatted && { formatted: true as const }),
  }
  const { bindings } = bindNames(['lines'], { lines: entry }, [lines])
  const binder = { bindings: bindShown(bindings, { lines: entry }, designs), designs }
  const source = {
    capabilities: { getMany: { max: 100 } },
    getRecords: async (_: unknown, ids: string[]) => ids.map((id) => ({ id, fields: cells[Number(id)] })),
  }
  const linked = cells.map((_, at) => ({ id: `${at}`, label: `${at}` }))
  const [fields = {}] = await bindLinked(source as never, binder, [{ id: 'rec_1', fields: { [lines.id]: linked } }])
  const shownIn = designs.map((design) => {
    const { lines: value = null } = mapRecord(fieldsFor(design, fields))
    return JSON.parse(JSON.stringify(value).replaceAll('\u00a0', ' '))
  })
  return { given: fields.lines, shown: shownIn[0], shownIn }
}

test('bindShown() fills tables and texts with linked rows as their table shows them', async () => {
  const rows = (shown: unknown) => [
    { Item: 'Tea', [price.name]: shown },
    { Item: 'Gift', [price.name]: 'on request' },
  ]
  expect((await listed({ type: 'table', ...asRows })).shown).toEqual(rows('$1,234.50'))
  expect((await listed({ type: 'table', ...asRows }, { locale: 'de' })).shown).toEqual(rows('1.234,50 $'))
  expect((await listed({ type: 'table', ...asRows }, { isFormatted: false })).shown).toEqual(rows(1234.5))
  expect((await listed({ type: 'text', text: { bind: 'lines' } })).shown).toBe('Tea, $1,234.50\nGift, on request')
  expect((await listed({ type: 'chart', values: { bind: 'lines' } })).shown).toEqual(rows(1234.5))
})

test('bindShown() fills charts with the values of the only column of linked rows', async () => {
  const layer = { type: 'chart', values: { bind: 'lines' } }
  const sales = [{ [price.id]: 3 }, {}, { [price.id]: 5.5 }]
  expect((await listed(layer, { columns: [price], cells: sales })).shown).toEqual([3, null, 5.5])
  expect((await listed(layer, { columns: [price], cells: [] })).shown).toEqual([])
  const rows = [{ [price.name]: 3 }, { [price.name]: null }, { [price.name]: 5.5 }]
  expect(
    (await listed({ type: 'table', ...asRows }, { columns: [price], cells: sales, isFormatted: false })).shown,
  ).toEqual(rows)
})

test('bindShown() formats linked rows in the locale of each template', async () => {
  const prices = async (layer: object) => {
    const { shownIn } = await listed(layer, { also: ['de', 'en'] })
    return shownIn.map((rows) => (Array.isArray(rows) ? rows.map((row) => row[price.name]) : rows))
  }
  const [english, german] = ['$1,234.50', '1.234,50 $'].map((first) => [first, 'on request'])
  expect(await prices({ type: 'table', ...asRows })).toEqual([english, german, english])
  const texts = ['Tea, $1,234.50\nGift, on request', 'Tea, 1.234,50 $\nGift, on request']
  expect(await prices({ type: 'text', text: { bind: 'lines' } })).toEqual([...texts, texts[0]])
})

test('bindShown() formats all values of many linked rows, or none with the reason', async () => {
  const many = (count: number) => {
    const columns = Array.from({ length: count }, (_, at) => ({ ...fakeField(`Price ${at}`, 'number'), format: usd }))
    const cells = Array.from({ length: 1000 }, () => Object.fromEntries(columns.map(({ id }) => [id, 1234.5])))
    return listed({ type: 'table', ...asRows }, { columns, cells })
  }
  const { shown } = await many(5)
  expect(new Set(shown.flatMap((row: object) => Object.values(row)))).toEqual(new Set(['$1,234.50']))
  const problem = expect.stringMatching(/more than 5,000 values with a format\. Link fewer rows, choose fewer columns/)
  expect((await many(6)).given).toEqual({ text: null, problems: [problem] })
})

test.each([
  { type: 'number', minimumDigits: 20, maximumDigits: 20, grouping: false },
  { type: 'number', style: 'percent', maximumDigits: 0 },
  { type: 'number', style: 'percent_sign', minimumDigits: 1, maximumDigits: 1 },
  { type: 'currency', currency: 'EUR' },
  { type: 'currency', currency: 'JPY', minimumDigits: 0, maximumDigits: 0 },
  { type: 'date', dateStyle: 'none', timeStyle: 'full', timeZone: 'Asia/Tokyo' },
  ...durationForms.map((form) => ({ type: 'duration', form })),
])('every format of a field has a filter: %j', (format) => {
  expect(filterFor(fieldFormat.parse(format), 'en')).toEqual(expect.any(String))
})
