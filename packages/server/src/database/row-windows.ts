import type { Executor } from './database.ts'
import { rowOf } from './statement.ts'

/** Rows that one statement examines at most: everything else waits for it on the embedded database. */
const WINDOW_ROWS = 10_000

/** Rows of a table by their positions. */
export interface RowWindow {
  after: number
  to: number
  isLast: boolean
}

const windowEnd = `
select max(position) as "to", count(*)::int as rows from (
  select position from table_rows where table_id = $1 and position > $2 order by position limit $3
) as part`

/**
 * Parts a table so that each statement is short, however large the table is: others get their turn in between, and what
 * nobody waits for any more ends there.
 */
export async function* windowsOf(
  executor: Executor,
  tableId: string,
  { after = -1, signal }: { after?: number; signal: AbortSignal | undefined },
): AsyncGenerator<RowWindow> {
  for (let from = after; ; ) {
    signal?.throwIfAborted()
    const end = await rowOf<{ to: number | null; rows: number }>(executor, windowEnd, [tableId, from, WINDOW_ROWS])
    if (end === null || end.to === null) return
    const isLast = end.rows < WINDOW_ROWS
    yield { after: from, to: end.to, isLast }
    if (isLast) return
    from = end.to
  }
}
