import type { Kysely } from 'kysely'
import type { Database, Executor } from './database.ts'
import { rowOf } from './statement.ts'

/** Of advisory locks: no other program that shares the database takes the same by chance. */
const lockKey = '8097862214410531'
const lookAgainMs = 100

/** Asked again and again, since a statement that waits would be ended by its time limit. */
async function untilLocked(held: Executor): Promise<void> {
  const text = 'select pg_try_advisory_lock($1::bigint) as locked'
  while (!(await rowOf<{ locked: boolean }>(held, text, [lockKey]))?.locked)
    await new Promise((resolve) => setTimeout(resolve, lookAgainMs))
}

/** As `alone()`, for what is known to be PostgreSQL. The lock is the connection's: it goes with the process. */
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
