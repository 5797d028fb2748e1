import { AppError } from '#core/errors.ts'
import type { Field, LabelledValue, SourceRecord } from '#core/ports/source.ts'
import type { SqlForeignKey } from './foreign-keys.ts'
import { recordIdOf } from './key.ts'
import type { SqlDatabase } from './sql-database.ts'
import type { SqlColumn, SqlTable } from './sql-dialect.ts'
import { createStatement } from './statement.ts'

/** Rows of which one refers to another, of one record: one more tells that there are too many. */
const MAX_REFERRING = 1001
/** Records whose referring rows one statement finds. */
const MAX_RECORDS = 100
/** What is known of the tables around one may be as old: there can be many. */
const MAX_AGE_MS = 60_000
/** Tables that refer to one table, which are shown as its fields. */
const MAX_TABLES = 100

/** A table whose rows refer to those of another by a column. */
interface Referring {
  field: Field
  table: SqlTable
  by: SqlColumn
}

const isKey = ({ key: [only, ...more] }: SqlTable, column: string) => only?.name === column && more.length === 0

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
  for (const { from, to } of foreignKeys) {
    if (from.base !== base || from.table !== name) continue
    const target = await neighbour(database, to)
    if (target && isKey(target, to.column)) links.set(from.column, { table: { baseId: to.base, tableId: to.table } })
  }
  return links
}

/** The tables whose rows refer to a table, each as a field of it: it has the rows that refer to a row. */
export async function referringTo(
  database: SqlDatabase,
  table: SqlTable,
  isWanted: (fieldId: string) => boolean = () => true,
): Promise<Referring[]> {
  const found: Referring[] = []
  const names = new Set(table.columns.map(({ name }) => name))
  const keys = table.foreignKeys.filter(({ to }) => to.base === table.base && to.table === table.name)
  for (const { from, to } of keys.slice(0, MAX_TABLES)) {
    if (!isKey(table, to.column) || !isWanted(referringId(from))) continue
    const other = await neighbour(database, from)
    const by = other?.columns.find((column) => column.name === from.column)
    if (!other || !by) continue
    const name = names.has(from.table) ? `${from.table} (${from.column})` : from.table
    names.add(name)
    const link = { table: { baseId: from.base, tableId: from.table } }
    const id = referringId(from)
    found.push({
      field: { id, name, kind: 'link', computed: true, primary: false, format: null, link },
      table: other,
      by,
    })
  }
  return found
}

const PREFIX = '<- '
const referringId = ({ base, table, column }: SqlForeignKey['from']) => PREFIX + JSON.stringify([base, table, column])
/** Whether a field is no column, but the rows that refer to a row. */
export const isReferring = ({ columns }: SqlTable, fieldId: string): boolean =>
  fieldId.startsWith(PREFIX) && !columns.some(({ name }) => name === fieldId)

/** Adds to records the rows that refer to them, by their keys. */
export async function withReferring(
  database: SqlDatabase,
  table: SqlTable,
  { records, fieldIds }: { records: readonly SourceRecord[]; fieldIds: readonly string[] },
): Promise<SourceRecord[]> {
  const wanted = await referringTo(database, table, (fieldId) => fieldIds.includes(fieldId))
  const added = new Map(records.map(({ id }) => [id, new Map<string, LabelledValue[]>()]))
  for (const { field, table: other, by } of wanted) {
    for (let from = 0; from < records.length; from += MAX_RECORDS) {
      const ids = records.slice(from, from + MAX_RECORDS).map(({ id }) => id)
      const { rows } = await database.read((connection) =>
        createStatement(database.server.dialect, other).selectReferring(connection, by, { ids, most: MAX_REFERRING }),
      )
      for (const [referred, ...key] of rows) {
        const id = recordIdOf(key.map(String))
        const links = added.get(String(referred))
        links?.set(field.id, [...(links.get(field.id) ?? []), { id, label: id }])
      }
    }
  }
  return records.map(({ id, fields }) => ({ id, fields: { ...fields, ...Object.fromEntries(added.get(id) ?? []) } }))
}
