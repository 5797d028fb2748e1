import { type ClientConfig, Pool } from 'pg'
import { StartError } from '#core/start-error.ts'
import { watchCorruption } from '#database/errors/corruption.ts'
import { aloneOnPostgres } from './alone.ts'
import { type Executor, openKysely, type PostgresDatabase } from './database.ts'
import { createDatabaseRecovery } from './database-recovery.ts'
import { createPostgresListener } from './listen-postgres.ts'
import { migrate } from './migrate.ts'
import { connectionOf, type PostgresAddress, withoutPassword } from './postgres-address.ts'
import { postgresDialect } from './postgres-dialect.ts'
import { createDatabase, isOfPostgres, postgresFailure } from './postgres-failure.ts'
import { rowOf } from './statement.ts'

const OLDEST_VERSION = 14
const CONNECT_WITHIN_MS = 10_000
/** No statement of ours takes so long: a server that was lost without a word is given up after it. */
const ANSWER_WITHIN_MS = 60_000
/** Nor does one of our transactions wait for anything else: a process that stands still in one holds up all others. */
const GO_ON_WITHIN_MS = 5_000
/** Something asks every few seconds: connections that ended in between would be opened again and again. */
const KEEP_IDLE_MS = 60_000
/** One that is not used is asked so often whether its server is there: one that was lost without a word is given up after some 14 s. */
const ASK_IDLE_MS = 4_000

const answerInTime = `select set_config('statement_timeout', '${ANSWER_WITHIN_MS}', false),
  set_config('idle_in_transaction_session_timeout', '${GO_ON_WITHIN_MS}', false)`

/**
 * A machine that is lost without a word is noticed within some 8 s, and what it holds let go; a server left to itself would
 * wait for hours.
 */
const noticeLoss = `select set_config('tcp_keepalives_idle', '4', false), set_config('tcp_keepalives_interval', '2', false),
  set_config('tcp_keepalives_count', '2', false)`
/** Also by what waits for a lock, which would have it next. Not every server lets this be set. */
const noticeLossWaiting = `select set_config('client_connection_check_interval', '1s', false)`

/**
 * Compiled, a statement over cells takes seconds longer and runs hardly faster: PostgreSQL expects a hundred items of each list
 * in a cell, and compiles what it takes for a large amount of work. Not every server lets this be set.
 */
const runUncompiled = `select set_config('jit', 'off', false)`

/** Of the driver, whose types do not know it. */
const inTimeToConnect = { query_timeout: CONNECT_WITHIN_MS }

/** Sessions are set up by statements: of what is said at the start of a connection, poolers refuse what they do not know. */
function openPool(connection: ClientConfig, { takesItsTime = false } = {}): Pool {
  const pool = new Pool({
    ...connection,
    application_name: 'pictable',
    max: 14,
    connectionTimeoutMillis: CONNECT_WITHIN_MS,
    idleTimeoutMillis: KEEP_IDLE_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: ASK_IDLE_MS,
    async onConnect(client) {
      const query = (text: string) => client.query({ text, ...inTimeToConnect })
      await query(noticeLoss)
      if (!takesItsTime) await query(answerInTime)
      await query(noticeLossWaiting).catch(() => {})
      await query(runUncompiled).catch(() => {})
    },
    ...(!takesItsTime && { query_timeout: ANSWER_WITHIN_MS + 5_000 }),
  })
  // A server that restarts breaks connections, idle ones and those in use. Unheard, each would end the process; the
  // statement under way is told anyway.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

async function checkServer(kysely: Executor, address: string): Promise<void> {
  const text = `select current_setting('server_version_num') as version, current_setting('server_encoding') as encoding`
  const row = await rowOf<{ version: string; encoding: string }>(kysely, text, [])
  const version = Math.floor(Number(row?.version) / 10_000)
  if (version < OLDEST_VERSION) {
    throw new StartError(`${address} is PostgreSQL ${version}. Pictable needs ${OLDEST_VERSION} or newer.`)
  }
  if (row?.encoding !== 'UTF8') {
    throw new StartError(`${address} has the encoding ${row?.encoding}. Pictable needs UTF8: ${createDatabase} …`)
  }
}

/** Uses the database for one thing, however long that takes, with its schema as it is. @throws StartError */
export async function visitPostgres<Result>(
  to: PostgresAddress,
  work: (kysely: Executor) => Promise<Result>,
): Promise<Result> {
  const address = withoutPassword(to.url)
  const kysely = openKysely(postgresDialect(openPool(connectionOf(to), { takesItsTime: true })))
  try {
    await checkServer(kysely, address).catch((error) => {
      throw postgresFailure(error, address)
    })
    return await work(kysely).catch((error) => {
      throw isOfPostgres(error) ? postgresFailure(error, address) : error
    })
  } finally {
    await kysely.destroy()
  }
}

/**
 * Opens a PostgreSQL database, which several processes may share.
 * @throws StartError naming what is wrong and how to mend it
 */
export async function openPostgres(to: PostgresAddress): Promise<PostgresDatabase> {
  const migrated = await visitPostgres(to, (visited) => aloneOnPostgres(visited, () => migrate(visited)))
  const connection = connectionOf(to)
  const corruption = watchCorruption()
  const kysely = openKysely(postgresDialect(openPool(connection), corruption))
  const recovery = createDatabaseRecovery(kysely)
  const listener = createPostgresListener(connection, recovery)
  return {
    kind: 'postgres',
    kysely,
    migrated,
    url: to.url,
    corruption: corruption.found,
    listen: listener.listen,
    recovery,
    async close() {
      await listener.close()
      await kysely.destroy()
    },
  }
}
