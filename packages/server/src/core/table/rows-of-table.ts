import type { RowQuery } from '#core/ports/data/tables.ts'
import type { Data } from '#core/ports/data.ts'
import type { TableRow } from './table.ts'

const rowsAtOnce = 500

/** All rows, piece by piece, so that others have a turn in between. */
export async function* rowsOfTable(
  { tables }: Pick<Data, 'tables'>,
  tableId: string,
  query: RowQuery = {},
): AsyncGenerator<TableRow[]> {
  let after: string | null | undefined
  do {
    const page = await tables.rows(tableId, { ...query, limit: rowsAtOnce, ...(after ? { after } : {}) })
    yield page.results
    after = page.next
  } while (after)
}
