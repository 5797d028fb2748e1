import { Kysely, sql } from 'kysely'
import { checkSpace, prepareDirectory, spaceGuard, startIn } from './data-directory.ts'
import type { EmbeddedDatabase, Executor, Tables } from './database.ts'
import { lockDirectory } from './directory-lock.ts'
import { embeddedDialect } from './embedded-dialect.ts'
import { migrate } from './migrate.ts'
import { startPglite } from './pglite.ts'

const MAINTENANCE_INTERVAL_MS = 60_000

/** PGlite has no autovacuum and no checkpointer. Two statements: vacuum works in no transaction, and so not in a script. */
async function maintain(kysely: Executor): Promise<void> {
  await sql`vacuum analyze`.execute(kysely)
  await sql`checkpoint`.execute(kysely)
}

async function openIn(dataDir: string | null): Promise<EmbeddedDatabase> {
  const pglite = dataDir === null ? await startPglite(null) : await startIn(dataDir, startPglite)
  const isSpaceLow = dataDir === null ? () => false : spaceGuard(dataDir)
  const kysely = new Kysely<Tables>({ dialect: embeddedDialect(pglite, isSpaceLow) })
  try {
    await migrate(kysely)
  } catch (error) {
    await kysely.destroy()
    throw error
  }
  return {
    kind: 'embedded',
    kysely,
    async listen(channel, onNotification) {
      const stop = pglite.onNotification(channel, onNotification)
      await sql`listen ${sql.id(channel)}`.execute(kysely)
      return async () => stop()
    },
    syncCount: pglite.syncCount,
    maintain: () => maintain(kysely),
    close: () => kysely.destroy(),
  }
}

/**
 * Opens the embedded database of a data directory, or one in memory (null) for tests.
 * @throws StartError naming what is wrong and how to mend it
 */
export async function openEmbedded({ dataDir }: { dataDir: string | null }): Promise<EmbeddedDatabase> {
  if (dataDir === null) return openIn(null)
  prepareDirectory(dataDir)
  const unlock = lockDirectory(dataDir)
  try {
    checkSpace(dataDir)
    const database = await openIn(dataDir)
    // A failure shows at the next use of the database, which can tell somebody.
    const timer = setInterval(() => database.maintain().catch(() => {}), MAINTENANCE_INTERVAL_MS)
    timer.unref()
    return {
      ...database,
      async close() {
        clearInterval(timer)
        await database.close()
        unlock()
      },
    }
  } catch (error) {
    unlock()
    throw error
  }
}
