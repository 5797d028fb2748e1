import { bounded, large, type RouteEntries, small } from '#test/fuzz/every-route/entry.ts'
import {
  csvOf,
  csvOfLargeCells,
  fields,
  largeViews,
  longText,
  MEGABYTE,
  wideRow,
} from '#test/fuzz/every-route/large-values.ts'
import { largeSettings, type Stage } from '#test/fuzz/every-route/stage.ts'

const at = (id: string) => ({ params: { id } })
const csv = (bytes: Uint8Array) => ({ body: bytes, headers: { 'content-type': 'text/csv' } })
/** A share of what may be sent: ten times as much takes ten times as many turns. */
const fileReason = 'files of 50 MB take too long for a test'
const filters = JSON.stringify(
  Array.from({ length: 50 }, () => ({ field: 'f1', operator: 'contains', value: 'x'.repeat(90) })),
)

const linksReason = 'a cell links to at most 10,000 rows'
const fieldsReason = 'there are 200 fields'
const linkFilter = JSON.stringify([{ field: 'links', operator: 'contains', value: 'Row 9999' }])
/** Rows whose cells have as many links as a body takes. */
const linkingRows = ({ ids }: Stage) => Array.from({ length: 3 }, () => ({ links: ids.linkedRows }))

export const tables: RouteEntries['tables'] = {
  list: small(() => ({ query: { limit: '100' } })),
  create: [
    large('views', () => ({ body: { name: `x ${Math.random()}`, fields, views: largeViews } })),
    bounded('links', fieldsReason, ({ ids }) => ({
      body: {
        name: `x ${Math.random()}`,
        fields: fields.map((field, at) =>
          at === 0 ? field : { ...field, kind: 'link', linked_table_id: ids.linkedTable },
        ),
      },
    })),
  ],
  get: small(({ ids }) => at(ids.table)),
  update: [
    large('views', async ({ fresh }) => ({ ...at(await fresh.table()), body: { views: largeViews } })),
    bounded('kinds', fieldsReason, ({ ids, client }) => ({
      ...at(ids.table),
      query: { misfits: 'empty' },
      body: { fields: fields.map((field) => ({ ...field, kind: 'url' })) },
      after: async () => {
        await client.tables.update({ ...at(ids.table), body: { fields } })
        await client.tables.updateRows({
          ...at(ids.table),
          body: { rows: ids.rows.map((id) => ({ id, fields: wideRow })) },
        })
      },
    })),
  ],
  delete: small(async ({ fresh }) => at(await fresh.table())),
  rows: [
    ...small(({ ids }) => ({ ...at(ids.table), query: { limit: '100', search: 'abc', sort: '-f1' } })),
    bounded('links', linksReason, ({ ids }) => ({
      ...at(ids.linkedTable),
      query: { limit: '100', search: 'Row 9', sort: '-links' },
    })),
  ],
  countRows: [
    ...small(({ ids }) => ({ ...at(ids.table), query: { search: 'abc', filters } })),
    bounded('links', linksReason, ({ ids }) => ({ ...at(ids.linkedTable), query: { filters: linkFilter } })),
  ],
  row: [
    ...small(({ ids }) => ({ params: { id: ids.largeTable, row_id: ids.largeRow } })),
    bounded('links', linksReason, ({ ids }) => ({
      params: { id: ids.linkedTable, row_id: ids.linkedRows[0] ?? '' },
    })),
  ],
  addRows: [
    large('cells', async ({ fresh }) => ({
      ...at(await fresh.table()),
      body: { rows: Array.from({ length: 400 }, () => wideRow) },
    })),
    large('a cell', async ({ fresh }) => ({ ...at(await fresh.table()), body: { rows: [{ f0: longText }] } })),
    large('links', async (stage) => ({
      ...at(await stage.fresh.linkingTable()),
      body: { rows: linkingRows(stage) },
    })),
  ],
  updateRow: [
    large('a cell', ({ ids }) => ({
      params: { id: ids.largeTable, row_id: ids.largeRow },
      body: { fields: { f0: longText } },
    })),
    bounded('links', linksReason, ({ ids }) => ({
      params: { id: ids.linkedTable, row_id: ids.linkedRows[0] ?? '' },
      body: { fields: { links: ids.linkedRows.toReversed() } },
    })),
  ],
  updateRows: [
    large('links', async (stage) => {
      const id = await stage.fresh.linkingTable()
      const rows = [1, 2, 3].map(() => ({ links: [] }))
      const { results } = await stage.client.tables.addRows({ ...at(id), body: { rows } })
      return {
        ...at(id),
        body: { rows: results.map((row) => ({ id: row.id, fields: { links: stage.ids.linkedRows } })) },
      }
    }),
    large('cells', ({ ids }) => ({
      ...at(ids.table),
      body: { rows: ids.rows.map((id) => ({ id, fields: { ...wideRow, f0: 'x'.repeat(300) } })) },
    })),
  ],
  deleteRows: [
    bounded('rows', 'at most 1000 rows', async ({ ids, client }) => {
      const rows = Array.from({ length: 1000 }, (_, n) => ({ f0: String(n) }))
      const { results } = await client.tables.addRows({ ...at(ids.table), body: { rows } })
      return { ...at(ids.table), body: { row_ids: results.map(({ id }) => id) } }
    }),
  ],
  restoreRows: [
    bounded('rows', 'at most 1000 rows', async ({ ids, client }) => {
      const row_ids = ids.rows
      await client.tables.deleteRows({ ...at(ids.table), body: { row_ids } })
      return { ...at(ids.table), body: { row_ids } }
    }),
  ],
  deleteRow: small(async ({ ids, client }) => {
    const { results } = await client.tables.addRows({ ...at(ids.largeTable), body: { rows: [{ f0: longText }] } })
    return { params: { id: ids.largeTable, row_id: results[0]?.id ?? '' } }
  }),
  export: [
    ...small(({ ids }) => ({ ...at(ids.table), query: { format: 'jsonl' } })),
    bounded('links', linksReason, ({ ids }) => ({ ...at(ids.linkedTable), query: { format: 'csv' } })),
  ],
  importNew: [
    bounded('many cells', fileReason, () => ({ query: { name: `x ${Math.random()}` }, ...csv(csvOf(1.5 * MEGABYTE)) })),
    bounded('large cells', fileReason, () => ({
      query: { name: `x ${Math.random()}` },
      ...csv(csvOfLargeCells(3 * MEGABYTE)),
    })),
    bounded('once', fileReason, () => ({
      query: { name: `x ${Math.random()}` },
      body: csvOf(MEGABYTE),
      headers: { 'content-type': 'text/csv', 'idempotency-key': `key-${Math.random()}` },
    })),
  ],
  listImports: small(() => ({ query: { limit: '100' } })),
  getImport: small(async ({ client }) => {
    const answer = await client.tables.importNew({ query: { name: 'Many' }, body: `f0\n${'x\n'.repeat(50_001)}` })
    return at('state' in answer ? answer.id : '')
  }),
  importInto: [
    bounded('many cells', fileReason, async ({ fresh }) => ({
      ...at(await fresh.table()),
      query: { mode: 'upsert', key: 'f0', mistakes: 'skip' },
      ...csv(csvOf(MEGABYTE)),
    })),
  ],
}

const tableOf = ({ ids }: Stage) => ({ base_id: 'built-in', table_id: ids.table })
const certificateReason = 'a certificate has at most 500 kB, and other settings less'

export const connections: RouteEntries['connections'] = {
  list: small(() => ({ query: { limit: '100' } })),
  create: [
    bounded('settings', certificateReason, () => ({
      body: { name: 'x', source: 'postgres', settings: largeSettings },
    })),
  ],
  get: small(({ ids }) => at(ids.largeConnection)),
  update: [
    bounded('settings', certificateReason, async ({ fresh }) => ({
      ...at(await fresh.connection()),
      body: { settings: { ...largeSettings, host: 'other.example.com' } },
    })),
  ],
  delete: small(async ({ fresh }) => at(await fresh.connection())),
  test: small(({ ids }) => at(ids.connection)),
  bases: small(({ ids }) => at(ids.connection)),
  tables: small(({ ids }) => ({ ...at(ids.connection), query: { base_id: 'built-in' } })),
  views: small((stage) => ({ ...at(stage.ids.connection), query: tableOf(stage) })),
  fields: small((stage) => ({ ...at(stage.ids.connection), query: tableOf(stage) })),
  records: small((stage) => ({ ...at(stage.ids.connection), query: { ...tableOf(stage), limit: '100' } })),
}

export const sources: RouteEntries['sources'] = { list: small(() => ({})) }
