import { randomBytes } from 'node:crypto'
import { startLoop } from '#core/loop.ts'
import type { Clock } from '#core/ports/clock.ts'
import type { Recovery } from '#core/ports/recovery.ts'
import type { Database, Executor } from './database.ts'
import { rowOf } from './statement.ts'

/** So often the clock of the database is looked at. */
const lookEveryMs = 5000

/** The one clock of all processes on a database. */
export interface DatabaseClock extends Clock {
  close(): void
}

const timeOf = `select extract(epoch from clock_timestamp())::float8 * 1000 as now_ms`

/** Tells the time of the database, between two looks by what has passed since: the clock here may be wrong, and be moved. */
async function followClock(kysely: Executor, recovery: Recovery): Promise<DatabaseClock> {
  let aheadMs = Date.now() - performance.now()

  /** The time there was told at some moment between question and answer: it corrects nothing that is within these. */
  async function look(): Promise<void> {
    const askedAtMs = performance.now()
    const row = await rowOf<{ nowMs: number }>(kysely, timeOf, [])
    if (row === null) return
    aheadMs = Math.min(Math.max(aheadMs, row.nowMs - performance.now()), row.nowMs - askedAtMs)
  }

  await look()
  // While the database does not answer, time passes as ever: nothing to log.
  const world = { log: { warn() {} }, random: { bytes: randomBytes }, recovery }
  const every = { everyMs: lookEveryMs, afterMs: lookEveryMs, failure: 'The clock of the database could not be read' }
  const loop = startLoop(world, look, every)
  return {
    now: () => new Date(performance.now() + aheadMs),
    close: () => void loop.stop(),
  }
}

/** `openClock()` gives the time by which everything waits and ends: that of the database, on which all processes agree. */
export async function openClock({ kind, kysely, recovery }: Database): Promise<DatabaseClock> {
  return kind === 'embedded' ? { now: () => new Date(), close: () => {} } : followClock(kysely, recovery)
}
