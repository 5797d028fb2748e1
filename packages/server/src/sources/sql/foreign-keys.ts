import type { SqlCell, SqlConnection } from './sql-dialect.ts'

interface SqlPlace {
  base: string
  table: string
  columns: readonly string[]
}

/** A foreign key: each column of `from` has the value of the one at its place in `to`. */
export interface SqlForeignKey {
  from: SqlPlace
  to: SqlPlace
}

const POSTGRES = `SELECT fn.nspname, f.relname, fa.attname, tn.nspname, t.relname, ta.attname, c.conname
  FROM pg_constraint c
  JOIN pg_class f ON f.oid = c.conrelid JOIN pg_namespace fn ON fn.oid = f.relnamespace
  JOIN pg_class t ON t.oid = c.confrelid JOIN pg_namespace tn ON tn.oid = t.relnamespace
  CROSS JOIN LATERAL unnest(c.conkey, c.confkey) WITH ORDINALITY AS k (f, t, n)
  JOIN pg_attribute fa ON fa.attrelid = f.oid AND fa.attnum = k.f
  JOIN pg_attribute ta ON ta.attrelid = t.oid AND ta.attnum = k.t
  WHERE c.contype = 'f' AND NOT f.relispartition
    AND (fn.nspname = $1 AND f.relname = $2 OR tn.nspname = $1 AND t.relname = $2)
  ORDER BY fn.nspname, f.relname, c.conname, k.n`

/** Those of a table, and those that lead to it. */
export async function readPostgresKeys(connection: SqlConnection, base: string, table: string) {
  return keysOf((await connection.query(POSTGRES, [base, table])).rows)
}

const MYSQL = `SELECT TABLE_SCHEMA, TABLE_NAME, COLUMN_NAME, REFERENCED_TABLE_SCHEMA, REFERENCED_TABLE_NAME,
    REFERENCED_COLUMN_NAME, CONSTRAINT_NAME
  FROM information_schema.KEY_COLUMN_USAGE
  WHERE REFERENCED_TABLE_NAME IS NOT NULL AND (TABLE_SCHEMA = ? AND BINARY TABLE_NAME = BINARY ?
    OR REFERENCED_TABLE_SCHEMA = ? AND BINARY REFERENCED_TABLE_NAME = BINARY ?)
  ORDER BY TABLE_SCHEMA, TABLE_NAME, CONSTRAINT_NAME, ORDINAL_POSITION`

/** As of PostgreSQL. */
export async function readMysqlKeys(connection: SqlConnection, base: string, table: string) {
  return keysOf((await connection.query(MYSQL, [base, table, base, table])).rows)
}

const SQLITE = `SELECT 'main', m.name, f."from", 'main', f."table",
    coalesce(f."to", (SELECT x.name FROM pragma_table_info(f."table") AS x WHERE x.pk = f.seq + 1)), f.id
  FROM sqlite_master AS m, pragma_foreign_key_list(m.name) AS f
  WHERE m.type = 'table' AND (m.name = ? OR f."table" = ? COLLATE NOCASE) ORDER BY m.name, f.id, f.seq`

/** As of PostgreSQL. */
export async function readSqliteKeys(connection: SqlConnection, table: string) {
  return keysOf((await connection.query(SQLITE, [table, table])).rows)
}

/** The columns of a key are rows of the same constraint, in their order. */
function keysOf(rows: SqlCell[][]): SqlForeignKey[] {
  const constraintOf = ([base, table, , , , , constraint]: SqlCell[]) =>
    JSON.stringify([base, table, String(constraint)])
  return [...Map.groupBy(rows, constraintOf).values()].flatMap((parts): SqlForeignKey[] => {
    const [fromBase, from, , toBase, to] = parts[0]?.map(String) ?? []
    if (fromBase === undefined || from === undefined || toBase === undefined || to === undefined) return []
    const column = (at: number) => parts.map((part) => String(part[at]))
    return [
      {
        from: { base: fromBase, table: from, columns: column(2) },
        to: { base: toBase, table: to, columns: column(5) },
      },
    ]
  })
}
