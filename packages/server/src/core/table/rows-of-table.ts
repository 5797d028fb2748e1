import type { Listing } from '#core/ports/data/page.ts'
import type { RowQuery, TableData } from '#core/ports/data/tables.ts'
import type { Data } from '#core/ports/data.ts'
import type { TableRow } from './table.ts'

export const MAX_ROWS = 500

/** The pages of a table. One of large rows ends early: then fewer are asked for, so that the database looks at no more. */
export async function* pagesOfTable(
  tables: Pick<TableData, 'rows'>,
  tableId: string,
  { after: first, ...query }: RowQuery & { after?: string } = {},
): AsyncGenerator<Listing<TableRow>> {
  let after: string | null | undefined = first
  let limit = MAX_ROWS
  do {
    const page = await tables.rows(tableId, { ...query, limit, ...(after ? { after } : {}) })
    yield page
    after = page.next
    limit = Math.min(MAX_ROWS, 2 * Math.max(1, page.results.length))
  } while (after)
}

/** All rows, piece by piece, so that others have a turn in between. */
export async function* rowsOfTable(
  { tables }: Pick<Data, 'tables'>,
  tableId: string,
  query: RowQuery = {},
): AsyncGenerator<readonly TableRow[]> {
  for await (const { results } of pagesOfTable(tables, tableId, query)) yield results
}
