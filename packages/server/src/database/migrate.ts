import { Migrator } from 'kysely/migration'
import { AppError } from '#core/errors.ts'
import { StartError } from '#core/start-error.ts'
import type { Executor } from './database.ts'
import { migrations } from './migrations/index.ts'
import { rowOf, rowsOf } from './statement.ts'

/** What an open database lacks, and what newer releases have added to it. */
export interface SchemaState {
  done: string[]
  pending: string[]
  /** Done by a newer release; additions, which this one need not know. */
  newer: string[]
}

async function isThere(kysely: Executor, table: string): Promise<boolean> {
  return (await rowOf(kysely, 'select 1 as found where to_regclass($1) is not null', [table])) !== null
}

/** Looks, and changes nothing. @throws StartError when a newer release has taken away what this one needs */
export async function schemaState(kysely: Executor): Promise<SchemaState> {
  const rows = (await isThere(kysely, 'kysely_migration'))
    ? await rowsOf<{ name: string }>(kysely, 'select name from kysely_migration order by name', [])
    : []
  const done = rows.map(({ name }) => name)
  const newer = done.filter((name) => !(name in migrations))
  if (newer.length > 0) await refuseContracted(kysely)
  return { done, pending: Object.keys(migrations).filter((name) => !done.includes(name)), newer }
}

/** The schema may change under a process: another release migrates it, or somebody restores an older state. */
export async function checkSchema(kysely: Executor): Promise<void> {
  const { pending } = await schemaState(kysely).catch((cause) => {
    if (!(cause instanceof StartError)) throw cause
    throw new AppError('unavailable', 'A newer release has migrated the database. Install that release here too.', {
      cause,
    })
  })
  if (pending.length > 0)
    throw new AppError('unavailable', 'The database is older than this release. Restart Pictable to migrate it.')
}

/**
 * Migrations only add, so that an older release goes on beside a newer one and can come back. One that takes something
 * away writes its name into the setting `schema_needs`: whoever does not know it has to keep out.
 */
async function refuseContracted(kysely: Executor): Promise<void> {
  const row = await rowOf<{ needed: string }>(
    kysely,
    `select value #>> '{}' as needed from settings where name = 'schema_needs'`,
    [],
  )
  if (row === null || row.needed in migrations) return
  throw new StartError(
    'A newer release of Pictable migrated the database, and this release is not compatible with it. Install the newer release, or restore the data from before the migration.',
  )
}

/**
 * Brings the schema up to date. On a database that is shared, call it alone. @returns what it did
 * @throws StartError when a newer release has taken away what this one needs
 */
export async function migrate(kysely: Executor): Promise<string[]> {
  const { newer } = await schemaState(kysely)
  const known = { ...migrations, ...Object.fromEntries(newer.map((name) => [name, { up: async () => {} }])) }
  const migrator = new Migrator({ db: kysely, provider: { getMigrations: async () => known } })
  const { error, results = [] } = await migrator.migrateToLatest()
  if (error !== undefined) throw error
  return results.map(({ migrationName }) => migrationName)
}
