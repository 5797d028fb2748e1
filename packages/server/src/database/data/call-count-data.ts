import type { CallCountData, CallCounts } from '#core/ports/data/call-counts.ts'
import type { Executor } from '#database/database.ts'
import { rowOf } from '#database/statement.ts'

/** `connection_id` may also be the id of another owner. Counts of another day or month than `$2` (an ISO day) are nought. */
const today = 'case when c.day = $2 then c.today else 0 end'
const thisMonth = 'case when left(c.day, 7) = left($2, 7) then c.this_month else 0 end'

const take = `
insert into call_counts as c (connection_id, day, today, this_month) values ($1, $2, 1, 1)
on conflict (connection_id) do update set day = $2, today = ${today} + 1, this_month = ${thisMonth} + 1
where ${today} < $3 and ${thisMonth} < $4
returning c.today, c.this_month`

const get = `select ${today} as today, ${thisMonth} as this_month from call_counts c where c.connection_id = $1`

const unbounded = 2_000_000_000

const dayOf = (at: Date) => at.toISOString().slice(0, 10)

export function callCountData(executor: Executor): CallCountData {
  return {
    async take(ownerId, { at, perDay, perMonth }) {
      const bounds = [perDay ?? unbounded, perMonth ?? unbounded]
      return rowOf<CallCounts>(executor, take, [ownerId, dayOf(at), ...bounds])
    },
    async get(ownerId, at) {
      const row = await rowOf<CallCounts>(executor, get, [ownerId, dayOf(at)])
      return row ?? { today: 0, thisMonth: 0 }
    },
  }
}
