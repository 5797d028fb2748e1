import { z } from 'zod'
import type { SourceKind } from '#core/ports/sources.ts'
import type { DriverSocket } from './sql/driver-socket.ts'
import { connectPostgres, type PostgresSettings } from './sql/postgres-connection.ts'
import { postgresDialect } from './sql/postgres-dialect.ts'
import { postgresFault } from './sql/postgres-fault.ts'
import { watchPostgres } from './sql/postgres-watch.ts'
import { portSetting, serverSettings } from './sql/server-settings.ts'
import { createSqlDatabases, type SqlServer } from './sql/sql-database.ts'
import { openSqlSource } from './sql/sql-source.ts'

const { host, ...others } = serverSettings
const settingsSchema = z.strictObject({
  host,
  port: portSetting(5432),
  database: z.string().min(1).max(63).meta({ description: 'The database' }),
  ...others,
})

function serverOf(settings: PostgresSettings, createSocket: () => DriverSocket): SqlServer {
  const { host, port, user, database } = settings
  const place = { product: 'PostgreSQL', host, port, user, database }
  const faultOf = (error: unknown) => postgresFault(error, place)
  return {
    dialect: postgresDialect,
    account: `${user}@${host}/${database}`,
    connect: () => connectPostgres(settings, createSocket),
    faultOf,
    bases: null,
    maxConnections: 4,
  }
}

/** `createPostgresSource()` makes the tables of a PostgreSQL database a source. */
export function createPostgresSource({ createSocket }: { createSocket: () => DriverSocket }): SourceKind {
  const databases = createSqlDatabases()
  return {
    kind: 'postgres',
    title: 'PostgreSQL',
    verification: 'Run against a real PostgreSQL server in every build',
    settings: settingsSchema,
    secretSettings: ['password'],
    addressSettings: ['host', 'port'],
    open(settings, connectionId) {
      const parsed = settingsSchema.parse(settings)
      const database = databases(connectionId, settings, () => serverOf(parsed, createSocket))
      const source = openSqlSource(database)
      const { faultOf } = database.server
      return {
        ...source,
        capabilities: { ...source.capabilities, changes: 'notify' },
        async watch(ref, { fieldIds, onChange, signal }) {
          const table = await database.table(ref, 0)
          const columns = fieldIds.filter((id) => table.columns.some(({ name }) => name === id))
          await watchPostgres({ settings: parsed, createSocket, faultOf, table, columns, onChange, signal })
        },
      }
    },
  }
}
