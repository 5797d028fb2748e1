import { join } from 'node:path'
import { sql } from 'kysely'
import { AppError } from '#core/errors.ts'
import { type Corruption, corruptError, watchCorruption } from '#database/errors/corruption.ts'
import { codeOf } from '#database/errors/database-error.ts'
import { type ClusterCopy, copyCluster, type Hold } from './cluster-files.ts'
import { checkSpace, prepareDirectory, startIn, syncFiles, type WriteGuard, writeGuard } from './data-directory.ts'
import { type Copied, type EmbeddedDatabase, type Executor, openKysely } from './database.ts'
import { createDatabaseRecovery } from './database-recovery.ts'
import { lockDirectory } from './directory-lock.ts'
import { embeddedDialect } from './embedded-dialect.ts'
import { migrate } from './migrate.ts'
import { type Pglite, startPglite } from './pglite.ts'
import type { Engine } from './pglite-engine.ts'
import { rowsOf } from './statement.ts'

const MAINTENANCE_INTERVAL_MS = 60_000
/** With less in the log since the last time, a look at every table is not worth its processor time. */
const WORTH_MAINTENANCE_BYTES = 1_000_000

const VERIFY_INTERVAL_MS = 10 * 60_000

/** Between the parts of a large table: most of the time belongs to statements. */
const VERIFY_PAUSE_MS = 50

const liveTables = `
select c.oid::int as oid from pg_class c
where c.relkind in ('r', 't', 'm', 'S') and c.relpersistence = 'p' and pg_relation_filepath(c.oid) is not null`

interface VerifyOptions extends Checkpoints {
  corruption: Corruption
  whyNot: WriteGuard
}

/**
 * A statement works on a whole table, and all others wait: a large table is left alone until as much has changed as PostgreSQL's
 * own autovacuum waits for. Rows that were only inserted need no vacuum.
 */
const tables = `
with sized as (
  select c.oid, pg_table_size(c.oid) > 8000000 as is_large, greatest(c.reltuples, 0) as tuples, age(c.relfrozenxid) as age
  from pg_class c where c.relkind in ('r', 'm') and c.relpersistence <> 't'
)
select z.oid::regclass::text as name, array_remove(array[
  case when not is_large or s.n_dead_tup > 50 + 0.2 * tuples or age > 100000000 then 'vacuum' end,
  case when not is_large or s.n_mod_since_analyze > 50 + 0.1 * tuples then 'analyze' end
], null) as work
from sized z join pg_stat_all_tables s on s.relid = z.oid order by z.is_large, z.oid`

/** A table that was dropped, or a schema, since they were listed. */
const isGone = (error: unknown) => /^(42P01|3F000)$/.test(codeOf(error) ?? '')

/**
 * PGlite has no autovacuum and no checkpointer. Each table is vacuumed and analysed by statements of its own: others run in
 * between. Two statements: vacuum works in no transaction, and so not in a script.
 */
async function maintain(kysely: Executor, { isCopied, checkpoint }: Checkpoints): Promise<void> {
  // Counts of what has changed are stored late otherwise.
  await sql`select pg_stat_force_next_flush()`.execute(kysely)
  for (const { name, work } of await rowsOf<{ name: string; work: string[] }>(kysely, tables, [])) {
    for (const command of work) {
      if (isCopied()) return
      await sql`${sql.raw(command)} ${sql.raw(name)}`.execute(kysely).catch((error) => {
        if (!isGone(error)) throw error
      })
    }
  }
  await checkpoint()
}

interface Checkpoints {
  isCopied: () => boolean
  checkpoint: () => Promise<void>
}

/** A checkpoint that keeps statements waiting for a short time, and is left out while the cluster is copied. */
function createCheckpoint(kysely: Executor, directory: string | null, isCopied: () => boolean): () => Promise<void> {
  return async () => {
    if (isCopied()) return
    if (directory !== null) await syncFiles(directory)
    // Asked under the connection, which a copy waits for.
    await kysely.connection().execute(async (held) => {
      if (!isCopied()) await sql`checkpoint`.execute(held)
    })
  }
}

/** Measures for how long each of its statements keeps all others waiting, from the moment that it has the connection. */
function createHold(kysely: Executor) {
  let longestMs = 0
  const hold: Hold = (statement) =>
    kysely.connection().execute(async (held) => {
      const startedMs = performance.now()
      const result = await statement(held)
      longestMs = Math.max(longestMs, performance.now() - startedMs)
      return result
    })
  return { hold, longestMs: () => longestMs }
}

/** Copies the cluster, once at a time. */
function createCopy(where: { kysely: Executor; dataDir: string } | null) {
  let isCopied = false
  return {
    isCopied: () => isCopied,
    async copy<Result>(work: (copy: ClusterCopy) => Promise<Result>): Promise<Copied<Result>> {
      if (where === null) throw new AppError('conflict', 'A database in memory has no files to copy.')
      if (isCopied) throw new AppError('conflict', 'A copy of the database is already running.')
      isCopied = true
      const { kysely, dataDir } = where
      const { hold, longestMs } = createHold(kysely)
      const result = await copyCluster({ hold, dataDir })
        .then(work)
        .finally(async () => {
          await syncFiles(join(dataDir, 'database')).catch(() => {})
          isCopied = false
          // The log of the meantime is not needed any more. A failure shows at the next use of the database.
          await hold((held) => sql`checkpoint`.execute(held)).catch(() => {})
        })
      return { result, longestHoldMs: longestMs() }
    },
  }
}

/** Maintains when enough was written since the last time: at rest nothing is. It writes, whatever its session may do. */
function createMaintenance({ kysely, maintain: work }: EmbeddedDatabase, whyNot: WriteGuard): () => Promise<void> {
  let doneAt = '0/0'
  return async () => {
    if (whyNot() !== null) return
    const { rows } = await sql<{ isWorth: boolean }>`select pg_current_wal_lsn() - ${doneAt}::pg_lsn >
      ${WORTH_MAINTENANCE_BYTES}::int as is_worth`.execute(kysely)
    if (rows[0]?.isWorth !== true) return
    await work()
    const { rows: after } = await sql<{ at: string }>`select pg_current_wal_lsn()::text as at`.execute(kysely)
    doneAt = after[0]?.at ?? doneAt
  }
}

/**
 * Each part of a table under the connection, so outside of every transaction. The checkpoint at the beginning brings the files
 * up to date.
 */
async function verifyTables(kysely: Executor, pglite: Pglite, options: VerifyOptions): Promise<void> {
  const { corruption, whyNot, isCopied, checkpoint } = options
  // A checkpoint writes.
  const isOver = () => whyNot() !== null || corruption.found() !== null || isCopied()
  const verifyPart = (oid: number) =>
    kysely.connection().execute(async () => (isOver() ? { damage: null, isDone: true } : pglite.verify(oid)))
  if (isOver()) return
  await checkpoint()
  for (const { oid } of await rowsOf<{ oid: number }>(kysely, liveTables, [])) {
    for (let isDone = false; !isDone; ) {
      const verified = await verifyPart(oid)
      isDone = verified.isDone
      if (verified.damage !== null) corruption.note(corruptError(verified.damage))
      if (!isDone) await new Promise((resolve) => setTimeout(resolve, VERIFY_PAUSE_MS))
    }
  }
}

async function openOn(pglite: Pglite, whyNot: WriteGuard, dataDir: string | null = null): Promise<EmbeddedDatabase> {
  const corruption = watchCorruption()
  const kysely = openKysely(embeddedDialect(pglite, whyNot, corruption))
  const migrated = await migrate(kysely).catch(async (error) => {
    await kysely.destroy()
    throw error
  })
  const { isCopied, copy } = createCopy(dataDir === null ? null : { kysely, dataDir })
  const directory = dataDir === null ? null : join(dataDir, 'database')
  const checkpoints = { isCopied, checkpoint: createCheckpoint(kysely, directory, isCopied) }
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
    verify: () => verifyTables(kysely, pglite, { corruption, whyNot, ...checkpoints }),
    copy,
    maintain: () => maintain(kysely, checkpoints),
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
    const database = await openOn(await startIn(dataDir, startPglite), whyNot, dataDir)
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
    const kysely = openKysely(embeddedDialect(pglite, writeGuard(dataDir)))
    return await work(kysely).finally(() => kysely.destroy())
  } finally {
    unlock()
  }
}

/** Opens one in memory, which tests use: empty, or what `openEngine` gives them. */
export async function openInMemory(openEngine?: () => Promise<Engine>): Promise<EmbeddedDatabase> {
  return openOn(await startPglite(null, openEngine), () => null)
}
