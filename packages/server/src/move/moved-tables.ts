import type { Executor } from '#database/database.ts'
import { rowOf, rowsOf } from '#database/statement.ts'

/** A table of ours, as it is moved. */
export interface MovedTable {
  name: string
  columns: string[]
  /** Its primary key, in whose order rows are told. */
  key: string[]
}

/** All but what the migrations keep for themselves; jobs lie in a schema of their own, and are made anew from the rows. */
const tables = `
select c.relname as name,
  array(select a.attname::text from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped order by a.attnum) as columns,
  coalesce((select array_agg(a.attname::text order by k.place)
    from pg_index i, unnest(i.indkey) with ordinality k (attnum, place), pg_attribute a
    where i.indrelid = c.oid and i.indisprimary and a.attrelid = c.oid and a.attnum = k.attnum), '{}') as key,
  array(select f.confrelid::regclass::text from pg_constraint f
    where f.conrelid = c.oid and f.contype = 'f' and f.confrelid <> c.oid) as needs
from pg_class c
where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname not like 'kysely%'
order by c.relname`

/** Every table that is moved, those that others refer to first. */
export async function movedTables(kysely: Executor): Promise<MovedTable[]> {
  const rows = await rowsOf<MovedTable & { needs: string[] }>(kysely, tables, [])
  const sorted: MovedTable[] = []
  const seen = new Set<string>()
  const visit = ({ needs, ...table }: (typeof rows)[number]): void => {
    if (seen.has(table.name)) return
    seen.add(table.name)
    for (const needed of rows.filter(({ name }) => needs.includes(name))) visit(needed)
    sorted.push(table)
  }
  for (const row of rows) visit(row)
  return sorted
}

export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

/** What is true of one place only, and no part of the installation. */
const settingsOfThePlace = [
  'backup_history',
  'backup_schedule',
  'checked_at',
  'disk_storage',
  'public_url',
  'storage_id',
  'storage_scrub',
]

/** Which rows of a table are moved, as a condition. */
export const moveCondition = (table: string): string =>
  table === 'settings' ? `name not in (${settingsOfThePlace.map((one) => `'${one}'`).join(', ')})` : 'true'

export async function countRows(kysely: Executor, { name }: MovedTable): Promise<number> {
  const text = `select count(*)::text as count from ${quoted(name)} where ${moveCondition(name)}`
  const row = await rowOf<{ count: string }>(kysely, text, [])
  return Number(row?.count)
}
