import type { Executor } from '#database/database.ts'
import { rowsOf } from '#database/statement.ts'

/** What waits in a queue. */
export interface Backlog {
  queue: string
  depth: number
  /** How long the oldest has been due. */
  oldestSeconds: number
}

const waiting = `
select q.name as queue, count(j.id)::int as depth,
  coalesce(greatest(0, extract(epoch from now() - min(j.start_after))), 0)::float8 as oldest_seconds
from pgboss.queue q
left join pgboss.job j on j.name = q.name and j.state in ('created', 'retry') and j.start_after <= now()
group by q.name`

/** Jobs that are due and that no worker has taken, by queue. */
export async function jobBacklog(executor: Executor): Promise<Backlog[]> {
  return rowsOf<Backlog>(executor, waiting, [])
}
