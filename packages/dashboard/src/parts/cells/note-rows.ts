import type { CallAnswer, Contract } from '@pictable/client'
import type { Query, QueryClient } from '@tanstack/react-query'
import { api } from '#dashboard/api/api.ts'

type Row = CallAnswer<Contract['tables']['row']>

/** Shows rows of a table as they were saved, wherever they were read. */
export function noteRows(queries: QueryClient, tableId: string, rows: readonly Row[]): void {
  const byId = new Map(rows.map((row) => [row.id, row]))
  queries.setQueriesData<{ results: Row[] }>({ queryKey: api.tables.rows.key }, (page) =>
    page?.results.some(({ id }) => byId.has(id))
      ? { ...page, results: page.results.map((row) => byId.get(row.id) ?? row) }
      : // Else a page that has to be read again would count as read.
        undefined,
  )
  // What is on its way may have been read before.
  const predicate = ({ state: { fetchStatus } }: Query) => fetchStatus === 'fetching'
  void queries.invalidateQueries({ queryKey: api.tables.rows.key, predicate })
  for (const row of rows)
    queries.setQueryData(api.tables.row.query({ params: { id: tableId, row_id: row.id } }).queryKey, row)
}
