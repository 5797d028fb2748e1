import { z } from 'zod'
import { AppError } from '#core/errors.ts'
import type { DatabaseIdentity, SourceKind } from '#core/ports/sources.ts'
import { connectPostgres, openPostgresClient, type PostgresSettings } from './sql/postgres-connection.ts'
import { postgresDialect } from './sql/postgres-dialect.ts'
import { postgresFault } from './sql/postgres-fault.ts'
import { createPostgresListeners } from './sql/postgres-listener.ts'
import { watchPostgres } from './sql/postgres-watch.ts'
import { portSetting, type SqlSetup, serverSettings } from './sql/server-settings.ts'
import { createSqlDatabases, type SqlServer } from './sql/sql-database.ts'
import type { SqlConnection } from './sql/sql-dialect.ts'
import { openSqlSource } from './sql/sql-source.ts'

const { host, ...others } = serverSettings
const settingsSchema = z.strictObject({
  host,
  port: portSetting(5432),
  database: z.string().min(1).max(63).meta({ role: 'plain', description: 'Name of the database' }),
  ...others,
})

interface PostgresSetup extends SqlSetup {
  ownDatabase?: DatabaseIdentity | null
}

/** @throws AppError `source_server` in our own database: anyone who may create connections could read and change everything */
async function refuseOwn(connection: SqlConnection, own: DatabaseIdentity): Promise<void> {
  // Where an account may not ask, nothing can be told.
  const answer = await connection.query(own.sql, []).catch(() => null)
  if (answer?.rows[0]?.[0] !== own.value) return
  throw new AppError(
    'source_server',
    'This is the database of Pictable itself, which a connection cannot use. Move the tables to another database.',
  )
}

async function connect(settings: PostgresSettings, { createSocket, ownDatabase }: PostgresSetup) {
  const connection = await connectPostgres(settings, createSocket)
  try {
    if (ownDatabase) await refuseOwn(connection, ownDatabase)
    return connection
  } catch (error) {
    connection.close()
    throw error
  }
}

function serverOf(settings: PostgresSettings, setup: PostgresSetup): SqlServer {
  const { host, port, user, database } = settings
  const place = { product: 'PostgreSQL', host, port, user, database }
  const faultOf = (error: unknown) => postgresFault(error, place)
  return {
    dialect: postgresDialect,
    account: `${user}@${host}/${database}`,
    connect: () => connect(settings, setup),
    faultOf,
    bases: null,
    maxConnections: 4,
  }
}

/** `createPostgresSource()` makes the tables of a PostgreSQL database a source. */
export function createPostgresSource(setup: PostgresSetup): SourceKind {
  const databases = createSqlDatabases()
  const withListener = createPostgresListeners()
  return {
    kind: 'postgres',
    title: 'PostgreSQL',
    summary: 'Tables and views of a PostgreSQL database. You need its host, a user and a password.',
    verification: 'Tested against PostgreSQL 15 in every build',
    settings: settingsSchema,
    open(settings, connectionId) {
      const { authorities: ca, answerTimeoutMs } = setup
      const parsed = { ca, answerTimeoutMs, ...settingsSchema.parse(settings) }
      const database = databases(connectionId, settings, () => serverOf(parsed, setup))
      const source = openSqlSource(database)
      const { faultOf } = database.server
      return {
        ...source,
        capabilities: { ...source.capabilities, changes: 'notify' },
        async watch(ref, { fieldIds, onListening, onChange, signal }) {
          const table = await database.table(ref, 0)
          const columns = fieldIds.filter((id) => table.columns.some(({ name }) => name === id))
          const wanted = { place: JSON.stringify(parsed), open: () => openPostgresClient(parsed, setup.createSocket) }
          try {
            await withListener(wanted, (listener) =>
              watchPostgres({ listener, database, table, columns, onListening, onChange, signal }),
            )
          } catch (error) {
            throw faultOf(error)
          }
        },
      }
    },
  }
}
