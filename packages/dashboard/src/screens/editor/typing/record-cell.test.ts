import { expect, test } from 'vitest'
import { NO_SOURCE } from '#dashboard/screens/editor/session/state.ts'
import { recordCell } from './record-cell.ts'

const fields = [
  { name: 'Title', kind: 'text', field: 'Name', format: null, link: null },
  { name: 'Line', kind: 'text', field: null, format: null, link: null },
  { name: 'Photo', kind: 'attachments', field: 'Photo', format: null, link: null },
] as const
const records = [{ record_id: 'row_1', label: 'Teapot', because: [], values: {} }]
const state = { records, recordSource: { ...NO_SOURCE, fields }, readOnly: null }
const wanted = {
  ...{ name: 'Title', recordId: 'row_1', source: 'table' },
  table: { table_id: 'tbl_1', table_name: 'Products' },
}

test('recordCell() is the field of the record that a name of the mapping shows', () => {
  const cell = { tableId: 'tbl_1', tableName: 'Products', rowId: 'row_1', label: 'Teapot', field: 'Name' }
  expect(recordCell(state, wanted)).toEqual(cell)
})

test.each([
  ['in a source that is edited elsewhere', { source: 'airtable' }],
  ['in a table that is not known yet', { table: undefined }],
  ['of the sample values', { recordId: undefined }],
  ['that several fields make', { name: 'Line' }],
  ['that is a picture', { name: 'Photo' }],
  ['that the records do not have', { name: 'Other' }],
])('recordCell() has no value %s', (_, change) => {
  expect(recordCell(state, { ...wanted, ...change })).toBeUndefined()
})

test('recordCell() is of the record that is wanted, wherever that is among the records', () => {
  const other = { record_id: 'row_2', label: 'Cup', because: [], values: {} }
  expect(recordCell({ ...state, records: [other, ...records] }, wanted)?.rowId).toBe('row_1')
  expect(recordCell({ ...state, records: [other] }, wanted)).toBeUndefined()
})

test('recordCell() has no value for those who only read', () => {
  expect(recordCell({ ...state, readOnly: 'role' }, wanted)).toBeUndefined()
})
