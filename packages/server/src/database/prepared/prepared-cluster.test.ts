import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { EmbeddedDatabase } from '#database/database.ts'
import { openPrepared } from '#database/prepared-cluster.test-kit.ts'

async function stateOf({ kysely }: EmbeddedDatabase): Promise<unknown> {
  const { rows } = await sql`
    select pg_current_wal_lsn()::text as lsn, pg_current_xact_id()::text as transaction, current_setting('work_mem') as memory,
      (select count(*) from pg_class)::int as tables, (select count(*) from pg_prepared_statements)::int as statements,
      array(select pg_listening_channels()) as channels, (select count(*) from pg_ls_dir('base/5'))::int as files
  `.execute(kysely)
  return rows
}

test('openPrepared() gives the database as it was prepared, whatever the one before it did', async () => {
  const first = await openPrepared()
  const before = await stateOf(first)
  await first.listen('news', () => {})
  await sql`create table large as select n, repeat('x', 900) as text from generate_series(1, 20000) n`.execute(
    first.kysely,
  )
  await sql`create index on large (n)`.execute(first.kysely)
  await sql`set work_mem = '1MB'`.execute(first.kysely)
  await sql`checkpoint`.execute(first.kysely)
  await first.close()
  const second = await openPrepared()
  expect(await stateOf(second)).toEqual(before)
  await sql`create table large (n int)`.execute(second.kysely)
  await second.close()
})

test('openPrepared() gives two databases that know nothing of each other', async () => {
  const [one, other] = await Promise.all([openPrepared(), openPrepared()])
  await sql`create table mine (n int)`.execute(one.kysely)
  await sql`create table mine (n int)`.execute(other.kysely)
  await Promise.all([one.close(), other.close()])
})

test('openPrepared() gives a database that is gone after its end', async () => {
  const closed = await openPrepared()
  await closed.close()
  const next = await openPrepared()
  await expect(sql`select 1`.execute(closed.kysely)).rejects.toThrow()
  await next.close()
})
