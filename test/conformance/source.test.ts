import { createFakeSource, fakeField, fakeRecords } from '@pictable/server/core/fakes/fake-source.ts'
import { addRows, updateRows } from '@pictable/server/core/table/rows.ts'
import { createTable, updateTable } from '@pictable/server/core/table/save-table.ts'
import { createLog } from '@pictable/server/telemetry/log.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeSource } from '#test/conformance/source.ts'
import { startWorld, type TestWorld } from '#test/start-world.ts'

let testWorld: TestWorld
beforeAll(async () => {
  testWorld = await startWorld(createLog({ level: 'silent' }))
})
afterAll(() => testWorld.close())

async function openTable(count: number) {
  const { world } = testWorld
  const created = await createTable(world, {
    name: 'Records',
    fields: [
      { name: 'Name', kind: 'text' },
      { name: 'Number', kind: 'number' },
      { name: 'Note', kind: 'text' },
    ],
    views: [
      {
        name: 'From 10',
        filters: [{ field: 'Number', operator: 'greater', value: 9 }],
        sort: { field: 'Number', direction: 'ascending' },
      },
    ],
  })
  const rows = Array.from({ length: count }, (_, n) => ({ Name: `Record ${n}`, Number: n }))
  await addRows(world, created.id, rows)
  const [name = '', number = '', note = ''] = created.fields.map(({ id }) => id)
  return {
    source: world.sources.kind('table').open({}, 'con_test'),
    table: { baseId: 'built-in', tableId: created.id },
    fieldIds: { name, number, note },
    viewId: created.views[0]?.id ?? '',
    count,
    async removeRecord(recordId: string) {
      await world.data.tables.deleteRows(created.id, [recordId])
    },
  }
}

describeSource('table', openTable)

describeSource('fake', async (count) => {
  const records = fakeRecords(count, (n) => ({ fld_name: `Record ${n}`, fld_number: n }))
  const fields = [fakeField('Name', 'text', { primary: true }), fakeField('Number', 'number'), fakeField('Note')]
  const passes = (record: { fields: Readonly<Record<string, unknown>> }) => Number(record.fields.fld_number) >= 10
  const views = [{ id: 'viw_1', name: 'From 10', passes }]
  return {
    source: createFakeSource({ tables: [{ id: 'tbl_1', name: 'Records', fields, views, records }], pageSize: 20 }),
    table: { baseId: 'base', tableId: 'tbl_1' },
    fieldIds: { name: 'fld_name', number: 'fld_number', note: 'fld_note' },
    viewId: 'viw_1',
    count,
    async removeRecord(recordId) {
      records.splice(
        records.findIndex(({ id }) => id === recordId),
        1,
      )
    },
  }
})

test('the built-in table refuses values that a field cannot hold, in words', async () => {
  const { source, table, fieldIds } = await openTable(1)
  const [record] = (await source.pages(table, { viewId: null })[Symbol.asyncIterator]().next()).value.records
  const patch = { recordId: record.id, fields: { [fieldIds.number]: 'https://example.com/a.png' } }
  expect(await source.writeBack(table, [patch])).toEqual([
    {
      ok: false,
      code: 'source_invalid',
      message: 'The field "Number" must be a number, such as 24.5. Choose another field in the action.',
      retryable: false,
    },
  ])
})

test('the built-in table is read in pages of 500', async () => {
  const { source, table } = await openTable(1203)
  const lengths: number[] = []
  for await (const { records } of source.pages(table, { viewId: null })) lengths.push(records.length)
  expect(lengths).toEqual([500, 500, 203])
})

test('the built-in table tells the table that a field links to, and names its rows; circles are read one step far', async () => {
  const { source, table, fieldIds } = await openTable(3)
  const { world } = testWorld
  const before = await world.data.tables.get(table.tableId)
  const link = { name: 'Next', kind: 'link' as const, linkedTableId: table.tableId }
  const { fields } = await updateTable(world, { id: table.tableId }, { fields: [...(before?.fields ?? []), link] })
  const id = fields.find(({ name }) => name === 'Next')?.id ?? ''
  expect((await source.listFields(table)).filter((field) => field.link)).toEqual([
    { id, name: 'Next', kind: 'link', computed: false, primary: false, link: { table } },
  ])
  const rows = (await world.data.tables.rows(table.tableId, { limit: 3 })).results
  const changes = rows.map((row, at) => ({ id: row.id, fields: { Next: [`Record ${(at + 1) % 3}`] } }))
  await updateRows(world, table.tableId, changes)
  const [first, second] = rows.map((row) => row.id)
  const [record] = await source.getRecords(table, [first ?? ''], { fieldIds: [id] })
  expect(record).toEqual({ id: first, fields: { [id]: [{ id: second, label: 'Record 1' }] } })
  const linked = await source.getRecords(table, [second ?? ''], { fieldIds: [fieldIds.name, id] })
  expect(linked[0]?.fields).toMatchObject({ [fieldIds.name]: 'Record 1', [id]: [{ label: 'Record 2' }] })
  expect(await source.checkWrite(table, [{ fieldId: id, value: 'Record 1' }])).toEqual([
    {
      result: 'failed',
      message: 'The field "Next" links to rows, which actions cannot set. Choose another field in the action.',
    },
  ])
})
