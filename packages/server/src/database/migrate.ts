import { Migrator } from 'kysely/migration'
import { StartError } from '#core/start-error.ts'
import type { Executor } from './database.ts'
import { migrations } from './migrations/index.ts'

/**
 * Brings the schema up to date. Processes that start together wait for each other.
 * @throws StartError when the database was written by a newer release
 */
export async function migrate(kysely: Executor): Promise<void> {
  const migrator = new Migrator({ db: kysely, provider: { getMigrations: async () => migrations } })
  const { error } = await migrator.migrateToLatest()
  if (error === undefined) return
  if (error instanceof Error && /corrupted migrations/.test(error.message)) {
    throw new StartError(
      'The database was written by a newer release of Pictable. Install that release again, or start with the data of before.',
      { cause: error },
    )
  }
  throw error
}
