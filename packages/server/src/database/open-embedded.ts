import { Kysely, sql } from 'kysely'
import { type Corruption, corruptError, watchCorruption } from './corruption.ts'
import { checkSpace, prepareDirectory, startIn, type WriteGuard, writeGuard } from './data-directory.ts'
import type { EmbeddedDatabase, Executor, Tables } from './database.ts'
import { createDatabaseRecovery } from './database-recovery.ts'
import { lockDirectory } from './directory-lock.ts'
import { embeddedDialect } from './embedded-dialect.ts'
import { migrate } from './migrate.ts'
import { type Pglite, startPglite } from './pglite.ts'
import { rowsOf } from './statement.ts'

const MAINTENANCE_INTERVAL_MS = 60_000
/** With less in the log since the last time, a look at every table is not worth its processor time. */
const WORTH_MAINTENANCE_BYTES = 1_000_000

const VERIFY_INTERVAL_MS = 10 * 60_000

/** Tables larger than this with their indexes are verified at a start only: everything waits while one is verified. */
const MAX_LIVE_BYTES = 128 * 2 ** 20

const liveTables = `
select c.oid::int as oid from pg_class c
where c.relkind in ('r', 't', 'm', 'S') and c.relpersistence = 'p' and pg_relation_filepath(c.oid) is not null
  and pg_relation_size(c.oid) + pg_indexes_size(c.oid) <= $1`

interface VerifyOptions {
  corruption: Corruption
  whyNot: WriteGuard
}

/** PGlite has no autovacuum and no checkpointer. Two statements: vacuum works in no transaction, and so not in a script. */
async function maintain(kysely: Executor): Promise<void> {
  await sql`vacuum analyze`.execute(kysely)
  await sql`checkpoint`.execute(kysely)
}

/** Maintains when enough was written since the last time: at rest nothing is. It writes, whatever its session may do. */
function createMaintenance({ kysely, maintain: work }: EmbeddedDatabase, whyNot: WriteGuard): () => Promise<void> {
  let doneAt = '0/0'
  return async () => {
    if (whyNot() !== null) return
    const { rows } = await sql<{ is_worth: boolean }>`select pg_current_wal_lsn() - ${doneAt}::pg_lsn >
      ${WORTH_MAINTENANCE_BYTES}::int as is_worth`.execute(kysely)
    if (rows[0]?.is_worth !== true) return
    await work()
    const { rows: after } = await sql<{ at: string }>`select pg_current_wal_lsn()::text as at`.execute(kysely)
    doneAt = after[0]?.at ?? doneAt
  }
}

/** Each table under the connection, so outside of every transaction. */
async function verifyTables(kysely: Executor, pglite: Pglite, { corruption, whyNot }: VerifyOptions): Promise<void> {
  for (const { oid } of await rowsOf<{ oid: number }>(kysely, liveTables, [MAX_LIVE_BYTES])) {
    // A checkpoint writes.
    if (whyNot() !== null || corruption.found() !== null) return
    const damage = await kysely.connection().execute(() => pglite.verify(oid))
    if (damage !== null) corruption.note(corruptError(damage))
  }
}

async function openOn(pglite: Pglite, whyNot: WriteGuard): Promise<EmbeddedDatabase> {
  const corruption = watchCorruption()
  const kysely = new Kysely<Tables>({ dialect: embeddedDialect(pglite, whyNot, corruption) })
  const migrated = await migrate(kysely).catch(async (error) => {
    await kysely.destroy()
    throw error
  })
  return {
    kind: 'embedded',
    kysely,
    migrated,
    corruption: corruption.found,
    async listen(channel, onNotification) {
      const stop = pglite.onNotification(channel, onNotification)
      await sql`listen ${sql.id(channel)}`.execute(kysely)
      return async () => stop()
    },
    recovery: createDatabaseRecovery(kysely),
    syncCount: pglite.syncCount,
    memory: pglite.memory,
    verify: () => verifyTables(kysely, pglite, { corruption, whyNot }),
    maintain: () => maintain(kysely),
    close: () => kysely.destroy(),
  }
}

/**
 * Opens the embedded database of a data directory.
 * @throws StartError naming what is wrong and how to mend it
 */
export async function openEmbedded({ dataDir }: { dataDir: string }): Promise<EmbeddedDatabase> {
  prepareDirectory(dataDir)
  const unlock = lockDirectory(dataDir)
  try {
    checkSpace(dataDir)
    const whyNot = writeGuard(dataDir)
    const database = await openOn(await startIn(dataDir, startPglite), whyNot)
    // A failure shows at the next use of the database, which can tell somebody.
    const maintainWhenWorth = createMaintenance(database, whyNot)
    const timer = setInterval(() => maintainWhenWorth().catch(() => {}), MAINTENANCE_INTERVAL_MS)
    timer.unref()
    const verifyTimer = setInterval(() => database.verify().catch(() => {}), VERIFY_INTERVAL_MS)
    verifyTimer.unref()
    return {
      ...database,
      async close() {
        clearInterval(timer)
        clearInterval(verifyTimer)
        await database.close()
        unlock()
      },
    }
  } catch (error) {
    unlock()
    throw error
  }
}

/** Uses the database of a data directory for one thing, with its schema as it is. @throws StartError as above */
export async function visitEmbedded<Result>(
  dataDir: string,
  work: (kysely: Executor) => Promise<Result>,
): Promise<Result> {
  prepareDirectory(dataDir)
  const unlock = lockDirectory(dataDir)
  try {
    const pglite = await startIn(dataDir, startPglite)
    const kysely = new Kysely<Tables>({ dialect: embeddedDialect(pglite, writeGuard(dataDir)) })
    return await work(kysely).finally(() => kysely.destroy())
  } finally {
    unlock()
  }
}

/** Opens one in memory, which tests use: empty, or the copy of a cluster (a tar). */
export async function openInMemory(cluster: Blob | null = null): Promise<EmbeddedDatabase> {
  return openOn(await startPglite(cluster), () => null)
}
