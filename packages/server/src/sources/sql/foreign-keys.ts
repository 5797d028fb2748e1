import type { SqlCell, SqlConnection } from './sql-dialect.ts'

interface SqlPlace {
  base: string
  table: string
  column: string
}

/** A foreign key of one column. */
export interface SqlForeignKey {
  from: SqlPlace
  to: SqlPlace
}

function placesOf([fromBase, from, fromColumn, toBase, to, toColumn]: readonly SqlCell[]): SqlForeignKey {
  return {
    from: { base: String(fromBase), table: String(from), column: String(fromColumn) },
    to: { base: String(toBase), table: String(to), column: String(toColumn) },
  }
}

const POSTGRES = `SELECT fn.nspname, f.relname, fa.attname, tn.nspname, t.relname, ta.attname
  FROM pg_constraint c
  JOIN pg_class f ON f.oid = c.conrelid JOIN pg_namespace fn ON fn.oid = f.relnamespace
  JOIN pg_class t ON t.oid = c.confrelid JOIN pg_namespace tn ON tn.oid = t.relnamespace
  JOIN pg_attribute fa ON fa.attrelid = f.oid AND fa.attnum = c.conkey[1]
  JOIN pg_attribute ta ON ta.attrelid = t.oid AND ta.attnum = c.confkey[1]
  WHERE c.contype = 'f' AND array_length(c.conkey, 1) = 1 AND NOT f.relispartition
    AND (fn.nspname = $1 AND f.relname = $2 OR tn.nspname = $1 AND t.relname = $2)
  ORDER BY fn.nspname, f.relname, c.conname`

/** Those of a table, and those that lead to it. */
export async function readPostgresKeys(connection: SqlConnection, base: string, table: string) {
  const { rows } = await connection.query(POSTGRES, [base, table])
  return rows.map(placesOf)
}

const MYSQL = `SELECT TABLE_SCHEMA, TABLE_NAME, COLUMN_NAME, REFERENCED_TABLE_SCHEMA, REFERENCED_TABLE_NAME,
    REFERENCED_COLUMN_NAME, CONSTRAINT_NAME
  FROM information_schema.KEY_COLUMN_USAGE
  WHERE REFERENCED_TABLE_NAME IS NOT NULL AND (TABLE_SCHEMA = ? AND BINARY TABLE_NAME = BINARY ?
    OR REFERENCED_TABLE_SCHEMA = ? AND BINARY REFERENCED_TABLE_NAME = BINARY ?)
  ORDER BY TABLE_SCHEMA, TABLE_NAME, CONSTRAINT_NAME, ORDINAL_POSITION`

/** As of PostgreSQL. */
export async function readMysqlKeys(connection: SqlConnection, base: string, table: string) {
  const { rows } = await connection.query(MYSQL, [base, table, base, table])
  return singleOf(rows, ([schema, name, , , , , constraint]) => JSON.stringify([schema, name, constraint]))
}

const SQLITE = `SELECT 'main', m.name, f."from", 'main', f."table",
    coalesce(f."to", (SELECT x.name FROM pragma_table_info(f."table") AS x WHERE x.pk = 1)), f.id
  FROM sqlite_master AS m, pragma_foreign_key_list(m.name) AS f
  WHERE m.type = 'table' AND (m.name = ? OR f."table" = ? COLLATE NOCASE) ORDER BY m.name, f.id, f.seq`

/** As of PostgreSQL. */
export async function readSqliteKeys(connection: SqlConnection, table: string) {
  const { rows } = await connection.query(SQLITE, [table, table])
  return singleOf(rows, ([, name, , , , , id]) => JSON.stringify([name, String(id)]))
}

/** Keys of several columns are rows of the same constraint. */
function singleOf(rows: SqlCell[][], constraintOf: (row: SqlCell[]) => string): SqlForeignKey[] {
  return [...Map.groupBy(rows, constraintOf).values()].flatMap((parts) =>
    parts.length === 1 ? parts.map(placesOf) : [],
  )
}
