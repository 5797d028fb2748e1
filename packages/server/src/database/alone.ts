import type { Kysely } from 'kysely'
import type { Database, Executor } from './database.ts'
import { rowOf } from './statement.ts'

/** Of advisory locks: no other program that shares the database takes the same by chance. */
const lockKey = '8097862214410531'
const lookAgainMs = 100
/** Whoever starts it hears then what it waits for. */
const sayAfterMs = 3000

const holder = `
select a.pid, coalesce(host(a.client_addr), 'this machine') as at
from pg_locks l join pg_stat_activity a on a.pid = l.pid
where l.locktype = 'advisory' and l.granted and l.objsubid = 1 and a.datname = current_database()
  and (l.classid::bigint << 32) + l.objid::bigint = $1::bigint`

async function sayWhoHolds(held: Executor): Promise<void> {
  const row = await rowOf<{ pid: number; at: string }>(held, holder, [lockKey])
  if (row !== null)
    console.error(
      `\n  Waiting for the process on ${row.at} that prepares the database (PostgreSQL process ${row.pid}) …`,
    )
}

/** Asked again and again, since a statement that waits would be ended by its time limit. */
async function untilLocked(held: Executor): Promise<void> {
  const text = 'select pg_try_advisory_lock($1::bigint) as locked'
  const since = performance.now()
  let isSaid = false
  while (!(await rowOf<{ locked: boolean }>(held, text, [lockKey]))?.locked) {
    if (!isSaid && performance.now() - since > sayAfterMs) {
      isSaid = true
      await sayWhoHolds(held)
    }
    await new Promise((resolve) => setTimeout(resolve, lookAgainMs))
  }
}

/** As `alone()`, for what is known to be PostgreSQL. The lock is the connection's: it goes with the process, or its machine. */
export function aloneOnPostgres<Result>(kysely: Executor, work: () => Promise<Result>): Promise<Result> {
  return kysely.connection().execute(async (held: Kysely<Record<never, never>>) => {
    await untilLocked(held)
    try {
      return await work()
    } finally {
      await rowOf(held, 'select pg_advisory_unlock($1::bigint)', [lockKey])
    }
  })
}

/** Does what only one process on the database may do at a time: the others wait. Not to be nested. */
export function alone<Result>(database: Database, work: () => Promise<Result>): Promise<Result> {
  return database.kind === 'embedded' ? work() : aloneOnPostgres(database.kysely, work)
}
