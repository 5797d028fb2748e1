import { z } from 'zod'
import { AppError } from '#core/errors.ts'
import { RefusedBatch } from '#sources/hosted/write-in-batches.ts'
import type { CellFormat } from './cell.ts'
import { readPostgresKeys } from './foreign-keys.ts'
import { recordIdOf } from './key.ts'
import {
  SHORT_CHARACTERS,
  type SqlCell,
  type SqlColumn,
  type SqlConnection,
  type SqlDialect,
  type SqlRow,
  type SqlTable,
} from './sql-dialect.ts'
import { createStatement, qualified } from './statement.ts'

const formats: Readonly<Record<string, CellFormat>> = {
  bool: 'boolean',
  int2: 'number',
  int4: 'number',
  int8: 'number',
  oid: 'number',
  numeric: 'number',
  float4: 'float',
  float8: 'float',
  date: 'date',
  timestamptz: 'instant',
  timestamp: 'local',
  text: 'text',
  varchar: 'text',
  bpchar: 'text',
  citext: 'text',
  name: 'text',
  json: 'json',
  jsonb: 'json',
  bytea: 'bytes',
}

const isTrue = (cell: SqlCell | undefined) => cell === 't'
const namesOf = (cell: SqlCell | undefined) => z.array(z.string()).parse(JSON.parse(String(cell ?? '[]')))
const relations = "('r', 'p', 'v', 'm', 'f')"

/** Settings of the transaction alone, since a pooler may hand the connection on to others. */
const session = `SET LOCAL statement_timeout = '60s'; SET LOCAL lock_timeout = '10s';
SET LOCAL idle_in_transaction_session_timeout = '60s'; SET LOCAL TimeZone = 'UTC'; SET LOCAL DateStyle = 'ISO, YMD';
SET LOCAL IntervalStyle = 'postgres'; SET LOCAL bytea_output = 'hex'; SET LOCAL extra_float_digits = 1`

const describeColumns = `
SELECT a.attname, format_type(a.atttypid, a.atttypmod), b.typname, format_type(b.oid, -1), b.typtype, b.typcategory,
  a.attnotnull OR t.typnotnull,
  a.attidentity <> '' OR a.attgenerated <> '' OR NOT pg_column_is_updatable(c.oid, a.attnum, true),
  has_column_privilege(c.oid, a.attnum, 'SELECT'),
  CASE WHEN b.typname IN ('varchar', 'bpchar')
    THEN nullif(CASE WHEN t.typtype = 'd' THEN t.typtypmod ELSE a.atttypmod END, -1) - 4 END,
  to_json(array(SELECT e.enumlabel::text FROM pg_enum e WHERE e.enumtypid = b.oid ORDER BY e.enumsortorder))::text,
  has_column_privilege(c.oid, a.attnum, 'UPDATE'),
  EXISTS (SELECT 1 FROM pg_constraint k WHERE k.contype = 'c'
    AND (k.conrelid = c.oid AND a.attnum = ANY (k.conkey) OR k.contypid = t.oid)),
  row_security_active(c.oid)
FROM pg_class c
JOIN pg_namespace n ON n.oid = c.relnamespace
JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
JOIN pg_type t ON t.oid = a.atttypid
JOIN pg_type b ON b.oid = coalesce(nullif(t.typbasetype, 0), t.oid)
WHERE n.nspname = $1 AND c.relname = $2 AND c.relkind IN ${relations}
ORDER BY a.attnum`

/** Indexes that hold for every row and at once; the primary key first, then the shortest. */
const describeUniques = `
SELECT to_json(array(
  SELECT a.attname::text FROM unnest(i.indkey::int2[]) WITH ORDINALITY AS k(attnum, n)
  JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = k.attnum WHERE k.n <= i.indnkeyatts ORDER BY k.n))::text
FROM pg_index i
JOIN pg_class c ON c.oid = i.indrelid
JOIN pg_namespace n ON n.oid = c.relnamespace
WHERE n.nspname = $1 AND c.relname = $2 AND i.indisunique AND i.indisvalid AND i.indimmediate
  AND i.indpred IS NULL AND i.indexprs IS NULL
  AND NOT EXISTS (SELECT 1 FROM pg_attribute a WHERE a.attrelid = c.oid AND NOT a.attnotnull
    AND a.attnum = ANY ((i.indkey::int2[])[0:i.indnkeyatts - 1]))
ORDER BY i.indisprimary DESC, i.indnkeyatts, i.indexrelid`

function formatOf([, , typname, , typtype, category]: readonly SqlCell[]): CellFormat {
  if (category === 'A') return 'list'
  if (typtype === 'e') return 'choice'
  return formats[String(typname)] ?? 'opaque'
}

function columnOf(row: readonly SqlCell[]): SqlColumn {
  const [name, type, , native, , , notNull, computed, readable, maxLength, choices, writable, hasRules] = row
  const format = formatOf(row)
  return {
    name: String(name),
    type: String(type),
    native: String(native),
    format,
    computed: isTrue(computed),
    readable: isTrue(readable),
    writable: isTrue(writable),
    hasRules: isTrue(hasRules),
    nullable: !isTrue(notNull),
    maxLength: typeof maxLength === 'string' ? Number(maxLength) : null,
    choices: format === 'choice' ? namesOf(choices) : null,
  }
}

/** `{"a","b \"c\""}`. */
const arrayText = (items: readonly string[]) =>
  `{${items.map((item) => `"${item.replace(/["\\]/g, '\\$&')}"`).join(',')}}`

const quote = (name: string) => `"${name.replaceAll('"', '""')}"`
const shortFormats: ReadonlySet<CellFormat> = new Set([
  'number',
  'float',
  'boolean',
  'date',
  'instant',
  'local',
  'choice',
])

/** PostgreSQL knows the length of texts and bytes without reading them. */
function size({ name, format, maxLength }: SqlColumn): string | null {
  if (shortFormats.has(format) || (maxLength !== null && maxLength <= SHORT_CHARACTERS)) return null
  return `octet_length(${quote(name)}${format === 'bytes' || format === 'text' ? '' : '::text'})`
}

const bind = ({ native }: SqlColumn, placeholder: string) => `${placeholder}::${native}`

async function describe(connection: SqlConnection, base: string, table: string) {
  const { rows } = await connection.query(describeColumns, [base, table])
  if (rows.length === 0) return null
  const uniques = await connection.query(describeUniques, [base, table])
  const hasRowPolicies = isTrue(rows[0]?.at(-1))
  const foreignKeys = await readPostgresKeys(connection, base, table)
  const named = uniques.rows.map(([names]) => namesOf(names))
  return { columns: rows.map(columnOf), uniques: named, hasRowPolicies, foreignKeys }
}

/** Policies and triggers leave rows out without an error. @throws RefusedBatch when one of these rows exists */
async function refuseIfPresent(connection: SqlConnection, table: SqlTable, rows: readonly SqlRow[]): Promise<void> {
  if (rows.length === 0) return
  const keys = rows.map(({ key }) => key)
  const present = await createStatement(postgresDialect, table).selectKeys(connection, [], keys)
  if (present.rows.length === 0) return
  const ids = new Set(present.rows.map((key) => recordIdOf(key.map(String))))
  const about = await connection.query('SELECT row_security_active($1::text), current_user', [
    qualified(postgresDialect, table),
  ])
  const [isSecured, user] = about.rows[0] ?? []
  const why = isTrue(isSecured)
    ? `its row-level security does not let the user "${user}" update it. Add a policy FOR UPDATE that includes the row`
    : 'a trigger, a rule or a policy of a table behind it skipped the update. Change that, or write to another table'
  const reason = new AppError('source_forbidden', `The row is still in the table "${table.name}", but ${why}.`)
  throw new RefusedBatch(reason, ({ recordId }) => ids.has(recordId))
}

export const postgresDialect: SqlDialect = {
  product: 'PostgreSQL',
  baseWord: 'schema',
  begin: { read: `BEGIN READ ONLY; ${session}`, write: `BEGIN READ WRITE; ${session}` },
  session: { id: 'SELECT pg_backend_pid()', endStatement: (id) => `SELECT pg_cancel_backend(${Number(id)})` },
  comparesRows: true,
  spelling: {
    boolean: { yes: 'true', no: 'false' },
    list: arrayText,
    instant: (iso) => iso,
    local: (iso) => iso.slice(0, -1),
    takesNul: false,
  },
  quote,
  placeholder: (n) => `$${n}`,
  read: ({ name, format }, use) =>
    format === 'list' && use === 'cell' ? `to_json(${quote(name)})::text` : quote(name),
  size,
  bind,
  async listBases(connection) {
    const { rows } = await connection.query(
      `SELECT nspname FROM pg_namespace WHERE nspname !~ '^pg_' AND nspname <> 'information_schema'
        AND has_schema_privilege(oid, 'USAGE') ORDER BY nspname <> 'public', nspname`,
      [],
    )
    return rows.map(([name]) => String(name))
  },
  async listTables(connection, base) {
    const { rows } = await connection.query(
      `SELECT c.relname, has_any_column_privilege(c.oid, 'SELECT'),
        has_any_column_privilege(c.oid, 'UPDATE') AND pg_relation_is_updatable(c.oid, true) & 4 = 4
      FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE n.nspname = $1 AND c.relkind IN ${relations} AND NOT c.relispartition ORDER BY c.relname`,
      [base],
    )
    return rows.map(([name, readable, writable]) => ({
      name: String(name),
      readable: isTrue(readable),
      writable: isTrue(writable),
    }))
  },
  describe,
  async update(connection, table, { columns, rows }) {
    const keys = table.key.map((_, index) => rows.map(({ key }) => key[index] ?? null))
    const values = columns.map((_, index) => rows.map((row) => row.values[index] ?? null))
    const lists = [...keys, ...values]
    const names = [...keys.map((_, index) => `k${index}`), ...values.map((_, index) => `v${index}`)]
    // Casts to a type with a length would cut the text: `native` has none, and the assignment checks it.
    const set = columns.map((column, index) => `${quote(column.name)} = ${bind(column, `v.v${index}`)}`)
    const isRow = table.key.map((column, index) => `t.${quote(column.name)} = ${bind(column, `v.k${index}`)}`)
    const { rows: written } = await connection.query(
      `UPDATE ${qualified(postgresDialect, table)} AS t SET ${set.join(', ')}
      FROM unnest(${lists.map((_, index) => `$${index + 1}::text[]`).join(', ')}) AS v(${names.join(', ')})
      WHERE ${isRow.join(' AND ')} RETURNING ${keys.map((_, index) => `v.k${index}`).join(', ')}`,
      lists,
    )
    const ids = new Set(written.map((key) => recordIdOf(key.map(String))))
    await refuseIfPresent(
      connection,
      table,
      rows.filter(({ recordId }) => !ids.has(recordId)),
    )
    return ids
  },
  async warnings(connection, bases) {
    const { rows } = await connection.query(
      "SELECT nspname FROM pg_namespace WHERE nspname = ANY ($1::text[]) AND has_schema_privilege(oid, 'CREATE')",
      [bases],
    )
    if (rows.length > 0) return []
    return [
      'Pictable polls the tables for changes. To receive changes immediately, GRANT the user CREATE on the schema and TRIGGER on the table.',
    ]
  },
}
