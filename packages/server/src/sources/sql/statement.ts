import type { SqlAnswer, SqlColumn, SqlConnection, SqlDialect, SqlTable, SqlValue } from './sql-dialect.ts'

export const qualified = ({ quote }: SqlDialect, { base, name }: SqlTable): string => `${quote(base)}.${quote(name)}`

interface PageBounds {
  /** The key of the row before the page. */
  after: readonly string[] | null
  limit: number
}

/** One statement over a table, with its values beside it. Names come from the catalogue, and values never into the text. */
export function createStatement(dialect: SqlDialect, table: SqlTable) {
  const { quote } = dialect
  const values: SqlValue[] = []
  const from = `FROM ${qualified(dialect, table)}`
  const order = table.key.map(({ name }) => quote(name)).join(', ')

  function bind(column: SqlColumn, value: string): string {
    values.push(value)
    return dialect.bind(column, dialect.placeholder(values.length))
  }

  /** A column of the key against the value after which a page starts, in the order in which the rows are sorted. */
  function compare(column: SqlColumn, sign: '=' | '>' | '>=', value: string): string {
    const rank = sign === '=' ? null : (dialect.rank?.(column, value) ?? null)
    if (rank === null) return `${quote(column.name)} ${sign} ${bind(column, value)}`
    values.push(rank.value)
    return `${rank.by} ${sign} ${rank.bind(dialect.placeholder(values.length))}`
  }

  const selected = (columns: readonly SqlColumn[]): string =>
    [
      ...table.key.map((column) => dialect.read(column, 'key')),
      ...columns.map((column) => dialect.read(column, 'cell')),
    ].join(', ')

  /** What of these columns may be long, after the key; null where nothing may. */
  function measured(columns: readonly SqlColumn[]): string | null {
    const sizes = columns.flatMap((column) => dialect.size(column) ?? [])
    return sizes.length === 0 ? null : [selected([]), ...sizes].join(', ')
  }

  /** `a > 1 or a = 1 and b > 2`, for databases that answer it from an index when `a >= 1` stands before. */
  function behind(key: readonly string[]): string {
    const [first] = table.key
    if (dialect.comparesRows || first === undefined) {
      return `(${order}) > (${table.key.map((column, index) => bind(column, key[index] ?? '')).join(', ')})`
    }
    if (key.length === 1) return compare(first, '>', key[0] ?? '')
    const start = compare(first, '>=', key[0] ?? '')
    const steps = table.key.map((column, index) =>
      table.key
        .slice(0, index + 1)
        .map((each, at) => compare(each, each === column ? '>' : '=', key[at] ?? ''))
        .join(' AND '),
    )
    return `${start} AND (${steps.map((step) => `(${step})`).join(' OR ')})`
  }

  /** The rows in which these columns have the values of one of the keys. */
  function among(columns: readonly SqlColumn[], keys: readonly (readonly string[])[]): string {
    const [only] = columns
    if (columns.length === 1 && only !== undefined)
      return `${quote(only.name)} IN (${keys.map(([value = '']) => bind(only, value)).join(', ')})`
    const equals = (key: readonly string[]) =>
      columns.map((column, index) => `${quote(column.name)} = ${bind(column, key[index] ?? '')}`).join(' AND ')
    return keys.map((key) => `(${equals(key)})`).join(' OR ')
  }

  function pageOf(connection: SqlConnection, cells: string, { after, limit }: PageBounds): Promise<SqlAnswer> {
    const where = after === null ? '' : ` WHERE ${behind(after)}`
    return connection.query(`SELECT ${cells} ${from}${where} ORDER BY ${order} LIMIT ${limit}`, values)
  }

  function rowsOf(connection: SqlConnection, cells: string, keys: readonly (readonly string[])[]): Promise<SqlAnswer> {
    return connection.query(`SELECT ${cells} ${from} WHERE ${among(table.key, keys)}`, values)
  }

  return {
    selectPage: (connection: SqlConnection, columns: readonly SqlColumn[], bounds: PageBounds): Promise<SqlAnswer> =>
      pageOf(connection, selected(columns), bounds),
    /** The keys of a page and the bytes of its long cells; null where these columns have none. */
    async measurePage(
      connection: SqlConnection,
      columns: readonly SqlColumn[],
      bounds: PageBounds,
    ): Promise<SqlAnswer | null> {
      const sizes = measured(columns)
      return sizes === null ? null : pageOf(connection, sizes, bounds)
    },
    selectKeys: (
      connection: SqlConnection,
      columns: readonly SqlColumn[],
      keys: readonly (readonly string[])[],
    ): Promise<SqlAnswer> => rowsOf(connection, selected(columns), keys),
    async measureKeys(
      connection: SqlConnection,
      columns: readonly SqlColumn[],
      keys: readonly (readonly string[])[],
    ): Promise<SqlAnswer | null> {
      const sizes = measured(columns)
      return sizes === null ? null : rowsOf(connection, sizes, keys)
    },
    /** These columns of rows, as parts of keys, after the keys of the rows. */
    selectParts: (
      connection: SqlConnection,
      columns: readonly SqlColumn[],
      keys: readonly (readonly string[])[],
    ): Promise<SqlAnswer> => {
      const parts = [...table.key, ...columns].map((column) => dialect.read(column, 'key'))
      return rowsOf(connection, parts.join(', '), keys)
    },
    /**
     * The rows whose columns `by` have the values of one of these keys: these values, and the key of the row. In the order
     * of the key, and at most so many for each.
     */
    selectReferring(
      connection: SqlConnection,
      by: readonly SqlColumn[],
      { keys, most }: { keys: readonly (readonly string[])[]; most: number },
    ): Promise<SqlAnswer> {
      const parts = by.map((column, index) => `${dialect.read(column, 'key')} AS f${index}`)
      const key = table.key.map((column, index) => `${dialect.read(column, 'key')} AS k${index}`)
      const number = `row_number() OVER (PARTITION BY ${by.map(({ name }) => quote(name)).join(', ')} ORDER BY ${order}) AS n`
      const numbered = `SELECT ${[...parts, ...key, number].join(', ')} ${from} WHERE ${among(by, keys)}`
      const referred = by.map((_, index) => `f${index}`)
      const shown = [...referred, ...table.key.map((_, index) => `k${index}`)].join(', ')
      return connection.query(
        `SELECT ${shown} FROM (${numbered}) AS numbered WHERE n <= ${most} ORDER BY ${referred.join(', ')}, n`,
        values,
      )
    },
    /** Counts no further than one more than `most`. */
    count(connection: SqlConnection, most: number): Promise<SqlAnswer> {
      return connection.query(`SELECT count(*) FROM (SELECT 1 ${from} LIMIT ${most + 1}) AS counted`, [])
    },
    selectEmptyKey(connection: SqlConnection): Promise<SqlAnswer> {
      const isEmpty = table.key.map(({ name }) => `${quote(name)} IS NULL`).join(' OR ')
      return connection.query(`SELECT 1 ${from} WHERE ${isEmpty} LIMIT 1`, [])
    },
  }
}
