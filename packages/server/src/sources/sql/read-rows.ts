import { AppError } from '#core/errors.ts'
import { recordIdOf } from './key.ts'
import type { SqlCell, SqlColumn, SqlConnection, SqlDialect, SqlTable } from './sql-dialect.ts'
import { createStatement } from './statement.ts'

export const MAX_PAGE_ROWS = 1000
/** Bytes of one page; a row that has more is a page of its own. */
const PAGE_BYTES = 8_000_000
/** Of one row: larger ones would fill the memory of this process. */
const MAX_ROW_BYTES = 100_000_000

/** What is read: these columns of a table. */
export interface Wanted {
  dialect: SqlDialect
  table: SqlTable
  columns: readonly SqlColumn[]
}

/** Shrinks where cells are long, so that few rows are measured which are not read. */
function nextPageSize(sizes: readonly number[]): number {
  const bytes = sizes.reduce((sum, size) => sum + size, 0)
  return Math.max(10, Math.min(MAX_PAGE_ROWS, Math.floor((PAGE_BYTES * sizes.length) / Math.max(bytes, 1))))
}

/** How many of the first rows make a page, but one at least. */
function countFitting(sizes: readonly number[]): number {
  let left = PAGE_BYTES
  const end = sizes.findIndex((size, index) => {
    left -= size
    return left < 0 && index > 0
  })
  return end === -1 ? sizes.length : end
}

export const keyIn = (table: SqlTable, row: readonly SqlCell[]) => table.key.map((_, index) => String(row[index] ?? ''))

/** The bytes of each row. @throws AppError where one is too large to be read */
function sizesOf(table: SqlTable, rows: readonly SqlCell[][]): number[] {
  return rows.map((row) => {
    const bytes = row.slice(table.key.length).reduce((sum: number, size) => sum + Number(size), 0)
    if (bytes <= MAX_ROW_BYTES) return bytes
    throw new AppError(
      'source_invalid',
      `The row ${recordIdOf(keyIn(table, row)).slice(0, 100)} of "${table.name}" has ${Math.round(bytes / 1e6)} MB, and Pictable reads rows of up to ${MAX_ROW_BYTES / 1e6} MB. Make its files smaller, or use a view without the columns that contain them.`,
    )
  })
}

/** Rows come in the order of their key. @throws AppError where two of them have the same one, as in a view */
function refuseTwins(table: SqlTable, rows: readonly SqlCell[][]): void {
  const ids = rows.map((row) => recordIdOf(keyIn(table, row)))
  const twin = ids.find((id, index) => index > 0 && id === ids[index - 1])
  if (twin === undefined) return
  const columns = table.key.map(({ name }) => name).join(', ')
  const message = `Two rows of "${table.name}" have the same ${columns} (${twin.slice(0, 100)}). Make it unique in every row.`
  throw new AppError('source_invalid', message)
}

/** Up to `size` rows, fewer where they are long; `nextSize` is null after the last. */
export async function readPage(
  connection: SqlConnection,
  { dialect, table, columns }: Wanted,
  { after, size }: { after: readonly string[] | null; size: number },
): Promise<{ rows: SqlCell[][]; nextSize: number | null }> {
  const measured = await createStatement(dialect, table).measurePage(connection, columns, { after, limit: size + 1 })
  if (measured === null) {
    const { rows } = await createStatement(dialect, table).selectPage(connection, columns, { after, limit: size + 1 })
    refuseTwins(table, rows)
    return { rows: rows.slice(0, size), nextSize: rows.length > size ? MAX_PAGE_ROWS : null }
  }
  // With the row behind the page, whose twin would be the last of it.
  refuseTwins(table, measured.rows)
  const sizes = sizesOf(table, measured.rows.slice(0, size))
  const limit = countFitting(sizes)
  const { rows } = await createStatement(dialect, table).selectPage(connection, columns, { after, limit })
  return { rows, nextSize: measured.rows.length > limit ? nextPageSize(sizes) : null }
}

/** These rows, in parts that fit into memory. */
export async function readKeys(
  connection: SqlConnection,
  { dialect, table, columns }: Wanted,
  keys: readonly (readonly string[])[],
): Promise<SqlCell[][]> {
  const measured = await createStatement(dialect, table).measureKeys(connection, columns, keys)
  if (measured === null) return (await createStatement(dialect, table).selectKeys(connection, columns, keys)).rows
  const sizes = sizesOf(table, measured.rows)
  const rows: SqlCell[][] = []
  for (let from = 0; from < sizes.length; ) {
    const end = from + countFitting(sizes.slice(from))
    const part = measured.rows.slice(from, end).map((row) => keyIn(table, row))
    rows.push(...(await createStatement(dialect, table).selectKeys(connection, columns, part)).rows)
    from = end
  }
  return rows
}
