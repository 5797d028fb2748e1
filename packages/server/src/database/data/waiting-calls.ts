import { z } from 'zod'
import type { WaitingCalls } from '#core/ports/data/waiting-calls.ts'
import type { Executor } from '#database/database.ts'
import { jsonOrNull } from '#database/parameters.ts'
import { rowOf, rowsOf } from '#database/statement.ts'

const calls = z
  .array(z.object({ n: z.coerce.number(), recordIds: z.array(z.string()).nullable() }))
  .transform((rows) => rows.toSorted((a, b) => a.n - b.n).map(({ recordIds }) => ({ recordIds })))

/** Calls in a table of their own. */
export function waitingCalls(executor: Executor, { table, owner }: { table: string; owner: string }): WaitingCalls {
  /** Numbers come from the rows, so that they hold after a move to another database. */
  const add = `
insert into ${table} (${owner}, n, record_ids, at, waiting_bytes)
select $1::id, coalesce(max(n), 0) + 1, $2::jsonb, $3::timestamptz, $4::int from ${table} where ${owner} = $1::id`
  /** Reads the ends of the index, however many there are. */
  const waiting = `
select last.waiting_bytes as bytes, first.at as first_at, last.at as last_at
from (select at from ${table} where ${owner} = $1 order by n limit 1) first,
  (select at, waiting_bytes from ${table} where ${owner} = $1 order by n desc limit 1) last`
  const list = `select n, record_ids from ${table} where ${owner} = $1 order by n`
  const take = `delete from ${table} where ${owner} = $1 and ($2::bigint is null or n <= $2) returning n, record_ids`
  return {
    async add(ownerId, { recordIds, at, waitingBytes }) {
      await rowsOf(executor, add, [ownerId, jsonOrNull(recordIds), at, waitingBytes])
    },
    async waiting(ownerId) {
      return rowOf(executor, waiting, [ownerId])
    },
    async list(ownerId) {
      const rows = await rowsOf<{ n: string }>(executor, list, [ownerId])
      return { calls: calls.parse(rows), last: Number(rows.at(-1)?.n ?? 0) }
    },
    async take(ownerId, last) {
      return calls.parse(await rowsOf(executor, take, [ownerId, last ?? null]))
    },
  }
}
