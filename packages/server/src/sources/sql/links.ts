import { AppError } from '#core/errors.ts'
import type { Field, LabelledValue, SourceRecord } from '#core/ports/source.ts'
import type { SqlForeignKey } from './foreign-keys.ts'
import { keyOf, recordIdOf } from './key.ts'
import type { SqlDatabase } from './sql-database.ts'
import type { SqlCell, SqlColumn, SqlTable } from './sql-dialect.ts'
import { createStatement } from './statement.ts'

/** Rows of which one refers to another, of one record: one more tells that there are too many. */
const MAX_REFERRING = 1001
/** Records whose referring rows one statement finds. */
const MAX_RECORDS = 100
/** What is known of the tables around one may be as old: there can be many. */
const MAX_AGE_MS = 60_000
/** Tables that refer to one table, which are shown as its fields. */
const MAX_TABLES = 100

/** A table whose rows refer to those of another by columns, in the order of the key of the other. */
interface Referring {
  field: Field
  table: SqlTable
  by: readonly SqlColumn[]
}

/** The columns of a foreign key, as the key of the table that it leads to has them; undefined where it leads to no key. */
function asKey({ from, to }: SqlForeignKey, { key }: SqlTable): string[] | undefined {
  if (key.length !== to.columns.length) return undefined
  const columns = key.flatMap(({ name }) => from.columns[to.columns.indexOf(name)] ?? [])
  return columns.length === key.length ? columns : undefined
}

function columnsNamed({ columns }: SqlTable, names: readonly string[]): SqlColumn[] | undefined {
  const found = names.flatMap((name) => columns.find((column) => column.name === name) ?? [])
  return found.length === names.length ? found : undefined
}

/** The table, or null where the account may not read it, or its rows have no key. */
async function neighbour(database: SqlDatabase, { base, table }: SqlForeignKey['from']): Promise<SqlTable | null> {
  try {
    return await database.table({ baseId: base, tableId: table }, MAX_AGE_MS)
  } catch (error) {
    if (error instanceof AppError && /^source_(not_found|invalid|forbidden)$/.test(error.code)) return null
    throw error
  }
}

/** By the name of a column, the table whose rows it names by their key. */
export async function linksOf(database: SqlDatabase, { base, name, foreignKeys }: SqlTable) {
  const links = new Map<string, Field['link']>()
  for (const foreignKey of foreignKeys) {
    const { from, to } = foreignKey
    const [column] = from.columns
    if (from.base !== base || from.table !== name || column === undefined || from.columns.length > 1) continue
    const target = await neighbour(database, to)
    if (target && asKey(foreignKey, target)) links.set(column, { table: { baseId: to.base, tableId: to.table } })
  }
  return links
}

/** A foreign key of several columns, as a field that names the row it leads to. */
interface Referred {
  field: Field
  by: readonly SqlColumn[]
}

const linkField = (id: string, name: string, { base, table }: Omit<SqlForeignKey['from'], 'columns'>): Field => ({
  ...{ id, name, kind: 'link', computed: true, primary: false, format: null },
  link: { table: { baseId: base, tableId: table } },
})

/** Names of fields, each once: that of the table that a foreign key leads to or from, with its columns if it is taken. */
function createNames({ columns }: SqlTable) {
  const names = new Set(columns.map(({ name }) => name))
  return (table: string, by: readonly string[]): string => {
    const name = names.has(table) ? `${table} (${by.join(', ')})` : table
    names.add(name)
    return name
  }
}

/** The foreign keys of which this end is the table, at most as many as are shown as its fields. */
const keysAt = ({ base, name, foreignKeys }: SqlTable, end: 'from' | 'to', isShown: (key: SqlForeignKey) => boolean) =>
  foreignKeys.filter((key) => key[end].base === base && key[end].table === name && isShown(key)).slice(0, MAX_TABLES)

/**
 * What foreign keys add to the fields of a table: `referred` the rows that it names by several columns, `referring` the
 * tables whose rows refer to it.
 */
export async function foreignKeyFields(
  database: SqlDatabase,
  table: SqlTable,
  isWanted: (fieldId: string) => boolean = () => true,
): Promise<{ referred: Referred[]; referring: Referring[] }> {
  const nameOf = createNames(table)
  const referred: Referred[] = []
  for (const foreignKey of keysAt(table, 'from', ({ from }) => from.columns.length > 1)) {
    const { from, to } = foreignKey
    const target = isWanted(referredId(foreignKey)) ? await neighbour(database, to) : null
    const columns = target ? asKey(foreignKey, target) : undefined
    const by = columns && columnsNamed(table, columns)
    if (by) referred.push({ field: linkField(referredId(foreignKey), nameOf(to.table, from.columns), to), by })
  }
  const referring: Referring[] = []
  for (const foreignKey of keysAt(table, 'to', () => true)) {
    const { from } = foreignKey
    const columns = asKey(foreignKey, table)
    const other = columns && isWanted(referringId(foreignKey)) ? await neighbour(database, from) : null
    const by = other && columns ? columnsNamed(other, columns) : undefined
    if (!other || !by) continue
    const field = linkField(referringId(foreignKey), nameOf(from.table, from.columns), from)
    referring.push({ field, table: other, by })
  }
  return { referred, referring }
}

const REFERRING = '<- '
const REFERRED = '-> '
const referringId = ({ from: { base, table, columns } }: SqlForeignKey) =>
  REFERRING + JSON.stringify([base, table, ...columns])
/** Several keys may have the same columns. */
const referredId = ({ from: { columns }, to: { base, table } }: SqlForeignKey) =>
  REFERRED + JSON.stringify([base, table, ...columns])
/** Whether a field is no column, but rows that a foreign key leads to or from. */
export const isForeignKeyField = ({ columns }: SqlTable, fieldId: string): boolean =>
  [REFERRING, REFERRED].some((prefix) => fieldId.startsWith(prefix)) && !columns.some(({ name }) => name === fieldId)

/** Adds to records the rows that foreign keys lead to and from, by their keys. */
export async function withForeignKeyRows(
  database: SqlDatabase,
  table: SqlTable,
  { records, fieldIds }: { records: readonly SourceRecord[]; fieldIds: readonly string[] },
): Promise<SourceRecord[]> {
  const isWanted = (fieldId: string) => fieldIds.includes(fieldId)
  const { dialect } = database.server
  const added = new Map(records.map(({ id }) => [id, new Map<string, LabelledValue[]>()]))
  const add = (record: readonly SqlCell[], field: Field, linked: readonly SqlCell[]) => {
    const links = added.get(recordIdOf(record.map(String)))
    const id = recordIdOf(linked.map(String))
    links?.set(field.id, [...(links.get(field.id) ?? []), { id, label: id }])
  }
  const { referred, referring } = await foreignKeyFields(database, table, isWanted)
  for (let from = 0; from < records.length; from += MAX_RECORDS) {
    const keys = records.slice(from, from + MAX_RECORDS).flatMap(({ id }) => {
      const key = keyOf(id, table.key.length)
      return key === null ? [] : [key]
    })
    for (const { field, table: other, by } of referring) {
      const { rows } = await database.read((connection) =>
        createStatement(dialect, other).selectReferring(connection, by, { keys, most: MAX_REFERRING }),
      )
      for (const row of rows) add(row.slice(0, by.length), field, row.slice(by.length))
    }
    for (const { field, by } of referred) {
      const { rows } = await database.read((connection) =>
        createStatement(dialect, table).selectParts(connection, by, keys),
      )
      const own = table.key.length
      for (const row of rows) if (!row.slice(own).includes(null)) add(row.slice(0, own), field, row.slice(own))
    }
  }
  return records.map(({ id, fields }) => ({ id, fields: { ...fields, ...Object.fromEntries(added.get(id) ?? []) } }))
}
