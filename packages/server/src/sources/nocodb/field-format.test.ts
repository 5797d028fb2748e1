import { expect, test } from 'vitest'
import { z } from 'zod'
import type { SourceFetch } from '#core/ports/source-fetch.ts'
import { createNocoDbSource } from '#sources/nocodb.ts'
import { columnMetaShape, readFieldFormat } from './field-format.ts'

test.each([
  ['Currency', { currency_locale: 'de-DE', currency_code: 'EUR' }, { type: 'currency', currency: 'EUR' }],
  [
    'Currency',
    { currency_code: 'EUR', precision: '2' },
    { type: 'currency', currency: 'EUR', minimumDigits: 2, maximumDigits: 2 },
  ],
  ['Currency', { currency_code: 'EUR', precision: null }, { type: 'currency', currency: 'EUR' }],
  ['Currency', {}, null],
  ['Currency', { currency_code: 'no such' }, null],
  ['Decimal', { precision: 2 }, { type: 'number', grouping: false, minimumDigits: 2, maximumDigits: 2 }],
  ['Decimal', {}, null],
  ['Percent', {}, { type: 'number', style: 'percent', maximumDigits: 2 }],
  ['Duration', { duration: 1 }, { type: 'duration', form: 'h:mm:ss' }],
  ['Duration', {}, { type: 'duration', form: 'h:mm' }],
  ['Date', { date_format: 'DD/MM/YYYY' }, { type: 'date', pattern: 'dd/MM/yyyy' }],
  ['Date', { date_format: 'DD MMM YYYY' }, { type: 'date', pattern: 'dd MMM yyyy' }],
  ['Date', { date_format: 'YYYY/MM/DD' }, { type: 'date', pattern: 'yyyy/MM/dd' }],
  ['Date', { date_format: 'of a later release' }, { type: 'date', dateStyle: 'medium' }],
  ['DateTime', {}, { type: 'date', pattern: 'yyyy-MM-dd HH:mm' }],
  [
    'DateTime',
    { date_format: 'MM-DD-YYYY', time_format: 'HH:mm:ss', is12hrFormat: true },
    { type: 'date', pattern: 'MM-dd-yyyy hh:mm:ss a' },
  ],
  ['Date', { date_format: 'YYYY-MM-DD' }, null],
  [
    'DateTime',
    { date_format: 'YYYY-MM-DD', time_format: 'HH:mm', timezone: 'Asia/Tokyo' },
    { type: 'date', pattern: 'yyyy-MM-dd HH:mm', timeZone: 'Asia/Tokyo' },
  ],
  ['Number', { isLocaleString: true }, null],
  ['SingleLineText', {}, null],
  ['Decimal', { precision: 'two' }, null],
])('readFieldFormat() of %s with %j', (uidt, meta, expected) => {
  expect(readFieldFormat({ uidt, meta: z.object(columnMetaShape).parse(meta) })).toEqual(expected)
})

test.each([
  ['an object', { currency_code: 'EUR' }],
  ['a text', '{"currency_code":"EUR","richMode":false}'],
])('the source gives the format of a column whose meta is %s', async (_, meta) => {
  const column = { id: 'c1', title: 'Price', uidt: 'Currency', pk: 0, pv: 0, system: 0, meta, colOptions: null }
  const plain = { ...column, id: 'c2', title: 'Note', meta: null }
  const table = { title: 'Products', base_id: 'b1', views: [], columns: [column, plain] }
  const fetch: SourceFetch = async () => ({ status: 200, headers: {}, body: Buffer.from(JSON.stringify(table)) })
  const governor = { enter: async () => ({ use: () => true, answered: async () => {} }), pause: async () => {} }
  const source = createNocoDbSource({ fetch, governor }).open({ token: 'the-token' }, 'con_1')
  const fields = await source.listFields({ baseId: 'b1', tableId: 't1' })
  expect(fields.map(({ format }) => format)).toEqual([{ type: 'currency', currency: 'EUR' }, null])
})
