import { expect, test } from 'vitest'
import { readTable } from './read-table.ts'
import { shippedDescriptions } from './shipped.ts'

const key = { schema: { is_primary_key: true }, meta: null }

/** Fields as each product describes them, and the tables to which they link. */
const fields: Readonly<Record<string, { response: unknown; links: Record<string, string> }>> = {
  baserow: {
    response: [
      { id: 1, name: 'Name', type: 'text', primary: true, read_only: false },
      { id: 2, name: 'Lines', type: 'link_row', primary: false, read_only: false, link_row_table_id: 77 },
      { id: 3, name: 'Names of lines', type: 'lookup', primary: false, read_only: true, through_field_id: 2 },
    ],
    links: { Lines: '77' },
  },
  directus: {
    response: {
      data: [
        { field: 'id', type: 'integer', ...key },
        { field: 'name', type: 'string', schema: { foreign_key_table: null, max_length: 255 }, meta: null },
        { field: 'customer', type: 'integer', schema: { foreign_key_table: 'customers' }, meta: { special: ['m2o'] } },
        { field: 'photo', type: 'uuid', schema: { foreign_key_table: 'directus_files' }, meta: { special: ['file'] } },
        { field: 'lines', type: 'alias', schema: null, meta: { special: ['o2m'] } },
      ],
    },
    links: { customer: 'customers' },
  },
  teable: {
    response: [
      { id: 'fld1', name: 'Name', type: 'singleLineText', isPrimary: true, options: {} },
      { id: 'fld2', name: 'Lines', type: 'link', options: { foreignTableId: 'tbl2', relationship: 'oneMany' } },
    ],
    links: { Lines: 'tbl2' },
  },
}

test.each(shippedDescriptions)('$title tells the tables that its fields link to', async (description) => {
  const { response, links } = fields[description.kind] ?? { response: [], links: {} }
  const api = { description, baseUrl: '', ask: async () => response, askUrl: async () => null, send: async () => null }
  const { fields: found } = await readTable(api, { baseId: 'base', tableId: 'orders' })
  const told = found.flatMap(({ name, link }) => (link ? [[name, link.table]] : []))
  expect(Object.keys(links)).not.toEqual([])
  expect(Object.fromEntries(told)).toEqual(
    Object.fromEntries(Object.entries(links).map(([name, tableId]) => [name, { baseId: 'base', tableId }])),
  )
})
