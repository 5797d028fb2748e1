import type { CellFormat } from './cell.ts'
import { readMysqlKeys } from './foreign-keys.ts'
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
  tinyint: 'number',
  smallint: 'number',
  mediumint: 'number',
  int: 'number',
  bigint: 'number',
  decimal: 'number',
  year: 'number',
  bit: 'number',
  float: 'float',
  double: 'float',
  date: 'date',
  timestamp: 'instant',
  datetime: 'local',
  char: 'text',
  varchar: 'text',
  tinytext: 'text',
  text: 'text',
  mediumtext: 'text',
  longtext: 'text',
  enum: 'choice',
  set: 'set',
  json: 'json',
  binary: 'bytes',
  varbinary: 'bytes',
  tinyblob: 'bytes',
  blob: 'bytes',
  mediumblob: 'bytes',
  longblob: 'bytes',
  vector: 'bytes',
}

const geometry = /^(geometry|point|linestring|polygon|multi\w+|geometrycollection|geomcollection)$/

const quote = (name: string) => `\`${name.replaceAll('`', '``')}\``

/** `enum('a','it''s')`. */
const choicesOf = (type: string) =>
  [...type.matchAll(/'((?:[^']|'')*)'/g)].map(([, text = '']) => text.replaceAll("''", "'"))

function formatOf(dataType: string, columnType: string, isJson: boolean): CellFormat {
  if (isJson) return 'json'
  if (/^(tinyint|bit)\(1\)/.test(columnType)) return 'boolean'
  return formats[dataType] ?? 'opaque'
}

interface TableRules {
  isReadOnly: boolean
  /** The columns of JSON, and those with rules of their own. */
  json: ReadonlySet<string>
  ruled: ReadonlySet<string>
}

function columnOf(row: readonly SqlCell[], table: TableRules): SqlColumn {
  const [name, dataType, columnType, nullable, maxLength, extra, privileges, collation, charset] = row.map((cell) =>
    cell === null ? '' : String(cell),
  )
  const type = (dataType ?? '').toLowerCase()
  const format = formatOf(type, (columnType ?? '').toLowerCase(), table.json.has(name ?? ''))
  const isUnsigned = /unsigned/i.test(columnType ?? '')
  return {
    name: name ?? '',
    type: columnType ?? '',
    native: collation ? `${charset} ${collation}` : `${type}${isUnsigned ? ' unsigned' : ''}`,
    format,
    computed: table.isReadOnly || /auto_increment|generated/i.test((extra ?? '').replace(/DEFAULT_GENERATED/i, '')),
    readable: /select/i.test(privileges ?? ''),
    writable: /update/i.test(privileges ?? ''),
    hasRules: table.ruled.has(name ?? ''),
    nullable: nullable === 'YES',
    maxLength: format === 'text' && maxLength ? Number(maxLength) : null,
    choices: format === 'choice' || format === 'set' ? choicesOf(columnType ?? '') : null,
  }
}

const longFormats: ReadonlySet<CellFormat> = new Set(['bytes', 'json', 'opaque'])

const isInteger = ({ native }: SqlColumn) => /^(tinyint|smallint|mediumint|int|bigint)/.test(native)
const isBytes = ({ format }: SqlColumn) => format === 'bytes'
const isBit = ({ native }: SqlColumn) => native.startsWith('bit')

/** `decimal(20,0)`: compared with a text it would lose digits. */
const decimalType = ({ type }: SqlColumn) => /^decimal\(\d+,\d+\)/i.exec(type)?.[0] ?? null

function bind(column: SqlColumn, placeholder: string): string {
  const decimal = decimalType(column)
  if (decimal !== null) return `CAST(${placeholder} AS ${decimal})`
  if (isBit(column)) return `CAST(${placeholder} AS UNSIGNED)`
  if (isBytes(column)) return `UNHEX(${placeholder})`
  if (isInteger(column)) return `CAST(${placeholder} AS ${column.native.endsWith('unsigned') ? 'UNSIGNED' : 'SIGNED'})`
  return placeholder
}

/** The number that MySQL stores of an ENUM or a SET, and sorts them by. */
function storedNumber({ format, choices }: SqlColumn, value: string): bigint {
  const names = choices ?? []
  if (format === 'choice') return BigInt(names.indexOf(value) + 1)
  const chosen = new Set(value.split(','))
  return names.reduce((bits, name, index) => (chosen.has(name) ? bits | (1n << BigInt(index)) : bits), 0n)
}

function rank(column: SqlColumn, value: string) {
  if (column.format !== 'choice' && column.format !== 'set') return null
  const number = storedNumber(column, value).toString()
  return { by: `${quote(column.name)} + 0`, value: number, bind: (given: string) => `CAST(${given} AS UNSIGNED)` }
}

function read(column: SqlColumn, use: 'cell' | 'key'): string {
  const name = quote(column.name)
  if (isBytes(column)) return use === 'key' ? `HEX(${name})` : name
  if (isBit(column)) return `CAST(${name} + 0 AS CHAR)`
  if (geometry.test(column.native)) return `ST_AsText(${name})`
  return column.format === 'text' ? name : `CAST(${name} AS CHAR)`
}

function size({ name, format, maxLength }: SqlColumn): string | null {
  const isLong = format === 'text' ? maxLength === null || maxLength > SHORT_CHARACTERS : longFormats.has(format)
  return isLong ? `LENGTH(${quote(name)})` : null
}

/** Without an answer for MySQL before 8.0.16, which keeps to no rules. */
function clausesOf(connection: SqlConnection, base: string, table: string) {
  if (connection.version.startsWith('MariaDB'))
    return connection.query(
      'SELECT CHECK_CLAUSE FROM information_schema.CHECK_CONSTRAINTS WHERE CONSTRAINT_SCHEMA = ? AND TABLE_NAME = ?',
      [base, table],
    )
  const [major = 0, minor = 0, patch = 0] = connection.version.replace(/^\S+ /, '').split('.').map(Number)
  if (major < 8 || (major === 8 && minor === 0 && patch < 16)) return { rows: [] }
  return connection.query(
    `SELECT c.CHECK_CLAUSE FROM information_schema.CHECK_CONSTRAINTS c JOIN information_schema.TABLE_CONSTRAINTS t
      ON t.CONSTRAINT_SCHEMA = c.CONSTRAINT_SCHEMA AND t.CONSTRAINT_NAME = c.CONSTRAINT_NAME
    WHERE t.TABLE_SCHEMA = ? AND t.TABLE_NAME = ? AND t.CONSTRAINT_TYPE = 'CHECK' AND t.ENFORCED = 'YES'`,
    [base, table],
  )
}

/** MariaDB has no JSON of its own: text with a rule. */
async function rulesOf(
  connection: SqlConnection,
  base: string,
  table: string,
): Promise<Pick<TableRules, 'json' | 'ruled'>> {
  const { rows } = await clausesOf(connection, base, table)
  const clauses = rows.map(([clause]) => String(clause))
  const isJson = (clause: string) => /^json_valid\(`(?:[^`]|``)*`\)$/.test(clause)
  const namesIn = (clause: string) =>
    [...clause.matchAll(/`((?:[^`]|``)*)`/g)].map(([, name = '']) => name.replaceAll('``', '`'))
  return {
    json: new Set(clauses.filter(isJson).flatMap(namesIn)),
    ruled: new Set(clauses.filter((clause) => !isJson(clause)).flatMap(namesIn)),
  }
}

async function describe(connection: SqlConnection, base: string, table: string) {
  const { rows } = await connection.query(
    `SELECT c.COLUMN_NAME, c.DATA_TYPE, c.COLUMN_TYPE, c.IS_NULLABLE, c.CHARACTER_MAXIMUM_LENGTH, c.EXTRA, c.PRIVILEGES,
      c.COLLATION_NAME, c.CHARACTER_SET_NAME, v.IS_UPDATABLE
    FROM information_schema.COLUMNS c LEFT JOIN information_schema.VIEWS v
      ON v.TABLE_SCHEMA = c.TABLE_SCHEMA AND v.TABLE_NAME = c.TABLE_NAME
    WHERE c.TABLE_SCHEMA = ? AND BINARY c.TABLE_NAME = BINARY ? ORDER BY c.ORDINAL_POSITION`,
    [base, table],
  )
  if (rows.length === 0) return null
  const about = { isReadOnly: rows[0]?.[9] === 'NO', ...(await rulesOf(connection, base, table)) }
  const { rows: indexes } = await connection.query(
    `SELECT INDEX_NAME, COLUMN_NAME, NULLABLE, SUB_PART FROM information_schema.STATISTICS
    WHERE TABLE_SCHEMA = ? AND BINARY TABLE_NAME = BINARY ? AND NON_UNIQUE = 0
    ORDER BY INDEX_NAME <> 'PRIMARY', INDEX_NAME, SEQ_IN_INDEX`,
    [base, table],
  )
  const uniques = [...Map.groupBy(indexes, ([name]) => String(name)).values()]
    .filter((parts) => parts.every(([, name, nullable, part]) => name !== null && nullable !== 'YES' && part === null))
    .map((parts) => parts.map(([, name]) => String(name)))
  const foreignKeys = await readMysqlKeys(connection, base, table)
  return { columns: rows.map((row) => columnOf(row, about)), uniques, hasRowPolicies: false, foreignKeys }
}

/** The type of a key's value inside the list of rows, and the comparison with the column, so that its index is used. */
function joined(column: SqlColumn, value: string): { type: string; equals: string } {
  const name = `t.${quote(column.name)}`
  const { native } = column
  if (isBytes(column)) return { type: 'LONGTEXT', equals: `${name} = UNHEX(${value})` }
  if (isInteger(column))
    return { type: native.endsWith('unsigned') ? 'BIGINT UNSIGNED' : 'BIGINT', equals: `${name} = ${value}` }
  const [charset, collation] = native.split(' ')
  if (column.format === 'text' && collation !== undefined)
    return { type: 'LONGTEXT', equals: `${name} = CONVERT(${value} USING ${charset}) COLLATE ${collation}` }
  if (native === 'date') return { type: 'LONGTEXT', equals: `${name} = CAST(${value} AS DATE)` }
  if (/^(datetime|timestamp)/.test(native))
    return { type: 'LONGTEXT', equals: `${name} = CAST(${value} AS DATETIME(6))` }
  if (native.startsWith('decimal')) return { type: 'LONGTEXT', equals: `${name} = CAST(${value} AS DECIMAL(65, 30))` }
  if (/^(uuid|inet4|inet6)$/.test(native)) return { type: 'LONGTEXT', equals: `${name} = CAST(${value} AS ${native})` }
  return { type: 'LONGTEXT', equals: `CAST(${name} AS CHAR) = ${value} COLLATE utf8mb4_bin` }
}

/** All rows go as one JSON text: the statement stays the same, whatever their number. */
async function update(
  connection: SqlConnection,
  table: SqlTable,
  { columns, rows }: { columns: readonly SqlColumn[]; rows: readonly SqlRow[] },
): Promise<Set<string>> {
  const keys = table.key.map((column, index) => joined(column, `v.k${index}`))
  const set = columns.map((column, index) => `t.${quote(column.name)} = v.v${index}${isBit(column) ? ' + 0' : ''}`)
  const cells = [
    ...keys.map(({ type }, index) => `k${index} ${type} PATH '$[${index}]'`),
    ...columns.map((_, index) => `v${index} LONGTEXT PATH '$[${keys.length + index}]'`),
  ]
  const { affected } = await connection.query(
    `UPDATE ${qualified(mysqlDialect, table)} AS t JOIN JSON_TABLE(?, '$[*]' COLUMNS (${cells.join(', ')})) AS v
    ON ${keys.map(({ equals }) => equals).join(' AND ')} SET ${set.join(', ')}`,
    [JSON.stringify(rows.map(({ key, values }) => [...key, ...values]))],
  )
  if (affected >= rows.length) return new Set(rows.map(({ recordId }) => recordId))
  const present = await createStatement(mysqlDialect, table).selectKeys(
    connection,
    [],
    rows.map(({ key }) => key),
  )
  return new Set(present.rows.map((key) => recordIdOf(key.map(String))))
}

const systemBases = "('information_schema', 'mysql', 'performance_schema', 'sys')"
const spelled = (iso: string) => iso.slice(0, -1).replace('T', ' ')

function isOld(version: string): boolean {
  const [product, number = ''] = version.split(' ')
  const [major = 0, minor = 0] = number.split('.').map(Number)
  return product === 'MariaDB' ? major < 10 || (major === 10 && minor < 6) : major < 8
}

export const mysqlDialect: SqlDialect = {
  product: 'MySQL',
  baseWord: 'database',
  begin: { read: 'START TRANSACTION READ ONLY', write: 'START TRANSACTION READ WRITE' },
  session: { id: 'SELECT connection_id()', endStatement: (id) => `KILL QUERY ${Number(id)}` },
  comparesRows: false,
  spelling: {
    boolean: { yes: '1', no: '0' },
    list: (items) => items.join(','),
    instant: spelled,
    local: spelled,
    takesNul: true,
  },
  quote,
  placeholder: () => '?',
  read,
  size,
  bind,
  rank,
  async listBases(connection) {
    const { rows } = await connection.query(
      `SELECT SCHEMA_NAME FROM information_schema.SCHEMATA WHERE SCHEMA_NAME NOT IN ${systemBases} ORDER BY SCHEMA_NAME`,
      [],
    )
    return rows.map(([name]) => String(name))
  },
  async listTables(connection, base) {
    const { rows } = await connection.query(
      `SELECT t.TABLE_NAME, max(c.PRIVILEGES LIKE '%select%'), max(c.PRIVILEGES LIKE '%update%'),
        max(coalesce(v.IS_UPDATABLE, 'YES'))
      FROM information_schema.TABLES t
      JOIN information_schema.COLUMNS c ON c.TABLE_SCHEMA = t.TABLE_SCHEMA AND c.TABLE_NAME = t.TABLE_NAME
      LEFT JOIN information_schema.VIEWS v ON v.TABLE_SCHEMA = t.TABLE_SCHEMA AND v.TABLE_NAME = t.TABLE_NAME
      WHERE t.TABLE_SCHEMA = ? AND t.TABLE_TYPE <> 'SEQUENCE' GROUP BY t.TABLE_NAME ORDER BY t.TABLE_NAME`,
      [base],
    )
    return rows.map(([name, readable, writable, updatable]) => ({
      name: String(name),
      readable: Number(readable) === 1,
      writable: Number(writable) === 1 && updatable === 'YES',
    }))
  },
  describe,
  update,
  warnings: async ({ version }) =>
    isOld(version) ? [`${version} is too old for writing. Update to MySQL 8.0, MariaDB 10.6 or newer.`] : [],
}
