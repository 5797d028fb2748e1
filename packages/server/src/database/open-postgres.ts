import { Kysely } from 'kysely'
import { Pool } from 'pg'
import { AppError } from '#core/errors.ts'
import { StartError } from '#core/start-error.ts'
import { aloneOnPostgres } from './alone.ts'
import type { Executor, PostgresDatabase, Tables } from './database.ts'
import { createPostgresListener } from './listen-postgres.ts'
import { migrate } from './migrate.ts'
import { postgresDialect } from './postgres-dialect.ts'
import { rowOf } from './statement.ts'

const OLDEST_VERSION = 14
/** No statement of ours takes so long: a server that was lost without a word is given up after it. */
const ANSWER_WITHIN_MS = 60_000

const answerInTime = {
  statement_timeout: ANSWER_WITHIN_MS,
  query_timeout: ANSWER_WITHIN_MS + 5_000,
  idle_in_transaction_session_timeout: ANSWER_WITHIN_MS,
}

function openPool(url: string, limits: Partial<typeof answerInTime>): Pool {
  const pool = new Pool({
    connectionString: url,
    application_name: 'pictable',
    max: 14,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    ...limits,
  })
  // A server that restarts breaks connections, idle ones and those in use. Unheard, each would end the process; the
  // statement under way is told anyway.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

/** The address as it may be shown: a password may also stand in the query. */
function withoutPassword(url: string): string {
  if (!URL.canParse(url)) return 'PICTABLE_DATABASE_URL'
  const shown = new URL(url)
  const host = shown.searchParams.get('host')
  shown.password = ''
  shown.search = host === null ? '' : `host=${host}`
  return shown.href
}

async function checkVersion(kysely: Executor, address: string): Promise<void> {
  const text = 'select current_setting($1) as version'
  const row = await rowOf<{ version: string }>(kysely, text, ['server_version_num'])
  const version = Math.floor(Number(row?.version) / 10_000)
  if (version < OLDEST_VERSION) {
    throw new StartError(`${address} is PostgreSQL ${version}. Pictable needs ${OLDEST_VERSION} or newer.`)
  }
}

function inWords(error: unknown, address: string): StartError {
  if (error instanceof StartError) return error
  const reason = error instanceof AppError && error.cause instanceof Error ? error.cause : error
  return new StartError(
    `The database ${address} cannot be used: ${reason instanceof Error ? reason.message : reason}. Check PICTABLE_DATABASE_URL, and that the server is running.`,
    { cause: error },
  )
}

/** Uses the database for one thing, however long that takes, with its schema as it is. @throws StartError */
export async function visitPostgres<Result>(url: string, work: (kysely: Executor) => Promise<Result>): Promise<Result> {
  const address = withoutPassword(url)
  const kysely = new Kysely<Tables>({ dialect: postgresDialect(openPool(url, {})) })
  try {
    await checkVersion(kysely, address).catch((error) => {
      throw inWords(error, address)
    })
    return await work(kysely)
  } finally {
    await kysely.destroy()
  }
}

/**
 * Opens a PostgreSQL database, which several processes may share.
 * @throws StartError naming what is wrong and how to mend it
 */
export async function openPostgres({ url }: { url: string }): Promise<PostgresDatabase> {
  const migrated = await visitPostgres(url, (visited) => aloneOnPostgres(visited, () => migrate(visited))).catch(
    (error) => {
      throw inWords(error, withoutPassword(url))
    },
  )
  const kysely = new Kysely<Tables>({ dialect: postgresDialect(openPool(url, answerInTime)) })
  const listener = createPostgresListener(url)
  return {
    kind: 'postgres',
    kysely,
    migrated,
    url,
    listen: listener.listen,
    async close() {
      await listener.close()
      await kysely.destroy()
    },
  }
}
