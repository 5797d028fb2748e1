import { afterAll, beforeAll, expect, test } from 'vitest'
import { actionData } from '#database/data/action-data.ts'
import { outputData } from '#database/data/image-data.ts'
import { tableData } from '#database/data/table-data.ts'
import type { Database } from '#database/database.ts'
import { openPrepared } from '#database/prepared-cluster.test-kit.ts'
import { rowOf, rowsOf } from '#database/statement.ts'

const COUNT = 5003

let database: Database

/** From now on, the database refuses statements that change more than 5,000 rows of one table. */
const refuseLarge = `
create function refuse_large() returns trigger language plpgsql as $$ begin
  if (select count(*) from old_rows) > 5000 then raise exception 'too many rows of % at once', tg_table_name; end if;
  return null;
end $$`

const refuseIn = (table: string, event: string) => `
create trigger refuse_large_${event} after ${event} on ${table}
referencing old table as old_rows for each statement execute function refuse_large()`

const rowsFor = (table: string, more = '') => `
insert into ${table} (table_id, id, position, fields, created_at, updated_at${more && ', deleted_at'})
select $1, '${table}_' || n, n, '{}', now(), now()${more} from generate_series(1, ${COUNT}) n`

const outputsFor = `
insert into outputs (action_id, record_id, fingerprint, image_id, written_back)
select $1, 'rec_' || n, 'one', 'img_' || n, true from generate_series(1, ${COUNT}) n`

beforeAll(async () => {
  database = await openPrepared()
  await rowsOf(database.kysely, refuseLarge, [])
  for (const table of ['table_rows', 'deleted_rows', 'outputs'])
    for (const event of ['update', 'delete']) await rowsOf(database.kysely, refuseIn(table, event), [])
})
afterAll(() => database.close())

const count = async (table: string, condition = 'true') =>
  (
    await rowOf<{ count: number }>(
      database.kysely,
      `select count(*)::int as count from ${table} where ${condition}`,
      [],
    )
  )?.count

async function addTable(id: string): Promise<void> {
  const at = new Date()
  await tableData(database.kysely).insert({
    ...{ id, name: 'Large', fields: [], views: [] },
    ...{ revision: 1, createdAt: at, updatedAt: at },
  })
  await rowsOf(database.kysely, rowsFor('table_rows'), [id])
  await rowsOf(database.kysely, rowsFor('deleted_rows', ', now()'), [id])
}

test('a table is deleted in batches, with the rows that could be restored', async () => {
  const tables = tableData(database.kysely)
  await addTable('tbl_large')
  expect(await tables.delete('tbl_large')).toBe(true)
  expect([await count('table_rows'), await count('deleted_rows')]).toEqual([0, 0])
  expect(await tables.delete('tbl_large')).toBe(false)
})

test('deleted rows of a table are forgotten in batches', async () => {
  const tables = tableData(database.kysely)
  await addTable('tbl_forgotten')
  await tables.forgetRows({ tableId: 'tbl_forgotten' })
  expect([await count('table_rows'), await count('deleted_rows')]).toEqual([COUNT, 0])
  await tables.delete('tbl_forgotten')
})

test('rows that a crash left behind when their table was deleted go, those of a running import stay', async () => {
  const tables = tableData(database.kysely)
  await rowsOf(database.kysely, rowsFor('table_rows'), ['tbl_gone'])
  await addTable('tbl_here')
  await tables.startImport('tbl_coming', { importId: 'imp_1', rowCount: 1 })
  await tables.insertImported('imp_1', 0, [{ id: 'row_1', fields: {} }])
  await tables.deleteRowsOfGone()
  expect(await count('table_rows', `table_id = 'tbl_gone'`)).toBe(0)
  expect(await count('table_rows', `table_id in ('tbl_here', 'tbl_coming')`)).toBe(COUNT + 1)
})

test('outputs are changed and deleted in batches', async () => {
  const outputs = outputData(database.kysely)
  await rowsOf(database.kysely, outputsFor, ['act_large'])
  await outputs.forgetWritten('act_large')
  expect(await count('outputs', "written_to = '[]'")).toBe(COUNT)
  // A row that is written gets another place.
  const places = () => rowsOf(database.kysely, 'select ctid::text as place from outputs order by record_id', [])
  const before = await places()
  await outputs.forgetWritten('act_large')
  expect(await places()).toEqual(before)
  await actionData(database.kysely).delete('act_large')
  await outputs.deleteOf('act_large')
  expect(await count('outputs')).toBe(0)
})

test('outputs that a crash left behind when their action was deleted go', async () => {
  const outputs = outputData(database.kysely)
  await rowsOf(database.kysely, outputsFor, ['act_gone'])
  await outputs.deleteOfGoneActions()
  expect(await count('outputs')).toBe(0)
})
