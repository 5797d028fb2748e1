import { AppError } from '#core/errors.ts'
import { shortened } from '#core/words.ts'
import type { Grid, GridRow } from './grid.ts'
import { type Column, isFilled, keyIn, type Layout } from './layout.ts'

/** Ids are stored with every image. */
const MAX_KEY = 200

const rowNames = (rows: readonly GridRow[]) =>
  rows
    .slice(0, 5)
    .map(({ index }) => index + 1)
    .join(', ') + (rows.length > 5 ? ` and ${rows.length - 5} more` : '')

function assertKeys({ title }: Layout, { name }: Column, keyed: readonly (readonly [string, GridRow])[]): void {
  const rowsWith = (key: string) => rowNames(keyed.flatMap(([each, row]) => (each === key ? [row] : [])))
  if (keyed.some(([key]) => key === ''))
    throw new AppError(
      'source_invalid',
      `The tab "${title}" has no value in the key column "${name}" in row ${rowsWith('')}. Enter a value that no other row has, or leave the key column of the connection empty so that Pictable marks the rows.`,
    )
  const long = keyed.find(([key]) => key.length > MAX_KEY)?.[0]
  if (long !== undefined)
    throw new AppError(
      'source_invalid',
      `The key column "${name}" of the tab "${title}" has a value of ${long.length} characters in row ${rowsWith(long)}. A key has up to ${MAX_KEY}. Choose another key column in the connection.`,
    )
}

/**
 * The filled rows by the value of the key column.
 * @throws AppError `source_invalid` naming the rows that have no key or the same one
 */
export function byKey(layout: Layout, column: Column, rows: readonly GridRow[]): Map<string, GridRow> {
  const keyed = rows.filter(isFilled).map((row) => [keyIn(row, column), row] as const)
  assertKeys(layout, column, keyed)
  const found = new Map<string, GridRow>()
  for (const [key, row] of keyed) {
    const other = found.get(key)
    if (other !== undefined)
      throw new AppError(
        'source_invalid',
        `The rows ${other.index + 1} and ${row.index + 1} of the tab "${layout.title}" have the same key "${shortened(key, 40)}" in the column "${column.name}". Give each row another one, or choose another key column in the connection.`,
      )
    found.set(key, row)
  }
  return found
}

/** @throws AppError `source_not_found` when the tab lacks the key column of the connection */
export function keyColumnOf(layout: Layout, keyColumn: string): Column {
  const { keyColumn: column, title } = layout
  if (column === null)
    throw new AppError(
      'source_not_found',
      `The tab "${title}" has no column "${keyColumn}", which is the key column of the connection. Restore its header in the first row, or enter another key column.`,
    )
  if (column.isDouble)
    throw new AppError(
      'source_invalid',
      `The tab "${title}" has several columns "${keyColumn}", which is the key column of the connection. Rename all but one.`,
    )
  return column
}

/** Rows of a range, also those of which the response has nothing. */
export function rowsIn({ rows }: Grid, startRow: number, endRow: number): GridRow[] {
  const found: GridRow[] = []
  for (let index = Math.max(1, startRow); index < endRow; index++) {
    const row = rows.get(index)
    if (row !== undefined) found.push(row)
  }
  return found
}
