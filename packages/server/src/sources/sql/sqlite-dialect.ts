import type { CellFormat } from './cell.ts'
import { readSqliteKeys } from './foreign-keys.ts'
import { recordIdOf } from './key.ts'
import type { SqlCell, SqlColumn, SqlConnection, SqlDialect, SqlTable } from './sql-dialect.ts'
import { qualified } from './statement.ts'

/** What a declared type says, first match first; the cells themselves may hold anything. */
const formats: readonly [pattern: RegExp, format: CellFormat][] = [
  [/bool/i, 'boolean'],
  [/int/i, 'number'],
  [/json/i, 'json'],
  [/char|clob|text|string|uuid/i, 'text'],
  [/datetime|timestamp/i, 'local'],
  [/date/i, 'date'],
  [/blob/i, 'bytes'],
  [/real|floa|doub|num|dec|money/i, 'number'],
]

const formatOf = (type: string): CellFormat => formats.find(([pattern]) => pattern.test(type))?.[1] ?? 'text'

/** SQLite checks no lengths: what is declared is a wish. */
function columnOf(
  row: readonly SqlCell[],
  { isReadOnly, hasRules }: { isReadOnly: boolean; hasRules: boolean },
): SqlColumn {
  const [name, declared, notNull, keyPlace, hidden] = row
  const type = String(declared ?? '')
  const isRowId = /^integer$/i.test(type) && String(keyPlace) === '1'
  return {
    name: String(name),
    type: type === '' ? 'any type' : type,
    native: type.toLowerCase(),
    format: formatOf(type),
    computed: isReadOnly || String(hidden) !== '0',
    readable: true,
    writable: true,
    hasRules,
    nullable: String(notNull) === '0' && !isRowId,
    maxLength: null,
    choices: null,
  }
}

const quote = (name: string) => `"${name.replaceAll('"', '""')}"`

/** Text that is compared with cells of any type finds none of them but text. */
const isComparable = ({ native }: SqlColumn | { native: string }) => native !== ''

/** A view can be written only where a trigger stands in for the change. */
async function isReadOnly(connection: SqlConnection, table: string): Promise<boolean> {
  const { rows } = await connection.query(
    `SELECT 1 FROM sqlite_schema AS v WHERE v.type = 'view' AND v.name = ? AND NOT EXISTS (
      SELECT 1 FROM sqlite_schema AS t WHERE t.type = 'trigger' AND t.tbl_name = v.name
        AND t.sql LIKE '%instead%of%update%')`,
    [table],
  )
  return rows.length > 0
}

/** Its rules are told in its own words alone. */
async function hasChecks(connection: SqlConnection, table: string): Promise<boolean> {
  const { rows } = await connection.query('SELECT sql FROM sqlite_schema WHERE name = ?', [table])
  return rows.some(([sql]) => /\bcheck\b/i.test(String(sql)))
}

async function uniquesOf(connection: SqlConnection, table: string, keys: readonly (readonly SqlCell[])[]) {
  const primary = keys
    .filter((row) => String(row[3]) !== '0')
    .sort((one, other) => Number(one[3]) - Number(other[3]))
    .map(([name]) => String(name))
  const { rows } = await connection.query(
    `SELECT l.name, i.name FROM pragma_index_list(?) AS l JOIN pragma_index_info(l.name) AS i
    WHERE l."unique" = 1 AND l.partial = 0 ORDER BY l.seq DESC, i.seqno`,
    [table],
  )
  const indexes = Map.groupBy(rows, ([index]) => String(index))
  const notNull = new Set(keys.filter((row) => String(row[2]) !== '0').map(([name]) => String(name)))
  const uniques = [...indexes.values()]
    .map((columns) => columns.map(([, name]) => String(name)))
    .filter((names) => names.every((name) => notNull.has(name)))
  return primary.length === 0 ? uniques : [primary, ...uniques]
}

async function describe(connection: SqlConnection, _base: string, table: string) {
  const { rows } = await connection.query(
    `SELECT x.name, x.type, x."notnull", x.pk, x.hidden FROM pragma_table_list AS l, pragma_table_xinfo(l.name) AS x
    WHERE l.schema = 'main' AND l.name = ? AND l.name NOT LIKE 'sqlite\\_%' ESCAPE '\\' AND x.hidden <> 1 ORDER BY x.cid`,
    [table],
  )
  if (rows.length === 0) return null
  const about = { isReadOnly: await isReadOnly(connection, table), hasRules: await hasChecks(connection, table) }
  const columns = rows.map((row) => columnOf(row, about))
  const untyped = new Set(columns.filter((column) => !isComparable(column)).map(({ name }) => name))
  const uniques = await uniquesOf(connection, table, rows)
  return {
    columns,
    uniques: uniques.filter((names) => !names.some((name) => untyped.has(name))),
    hasRowPolicies: false,
    foreignKeys: await readSqliteKeys(connection, table),
  }
}

async function update(
  connection: SqlConnection,
  table: SqlTable,
  { columns, rows }: Parameters<SqlDialect['update']>[2],
): Promise<Set<string>> {
  const set = columns.map(({ name }) => `${quote(name)} = ?`).join(', ')
  const isRow = table.key.map((column) => `${quote(column.name)} = ${bind(column, '?')}`).join(' AND ')
  const name = qualified(sqliteDialect, table)
  const found = new Set<string>()
  for (const { key, values } of rows) {
    const { affected } = await connection.query(`UPDATE ${name} SET ${set} WHERE ${isRow}`, [...values, ...key])
    // What the trigger of a view changes is not counted.
    const isThere =
      affected > 0 || (await connection.query(`SELECT 1 FROM ${name} WHERE ${isRow}`, key)).rows.length > 0
    if (isThere) found.add(recordIdOf(key))
  }
  return found
}

const isBytes = ({ format }: SqlColumn) => format === 'bytes'
const bind = (column: SqlColumn, placeholder: string) => (isBytes(column) ? `unhex(${placeholder})` : placeholder)

export const sqliteDialect: SqlDialect = {
  product: 'SQLite',
  baseWord: 'file',
  begin: { read: 'BEGIN', write: 'BEGIN IMMEDIATE' },
  session: null,
  comparesRows: true,
  spelling: {
    boolean: { yes: '1', no: '0' },
    list: (items) => JSON.stringify(items),
    instant: (iso) => iso,
    local: (iso) => iso,
    takesNul: true,
  },
  quote,
  placeholder: () => '?',
  read: (column, use) => (use === 'key' && isBytes(column) ? `hex(${quote(column.name)})` : quote(column.name)),
  // A cell holds anything, whatever type its column declares.
  size: ({ name }) => `octet_length(${quote(name)})`,
  bind,
  listBases: async () => ['main'],
  async listTables(connection) {
    const { rows } = await connection.query(
      `SELECT name FROM pragma_table_list WHERE schema = 'main' AND type IN ('table', 'view', 'virtual')
        AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY name`,
      [],
    )
    return rows.map(([name]) => ({ name: String(name), readable: true, writable: true }))
  },
  describe,
  update,
  warnings: async () => [],
}
