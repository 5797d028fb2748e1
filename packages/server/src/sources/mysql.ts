import { z } from 'zod'
import type { SourceKind } from '#core/ports/sources.ts'
import type { DriverSocket } from './sql/driver-socket.ts'
import { connectMysql, type MysqlSettings } from './sql/mysql-connection.ts'
import { mysqlDialect } from './sql/mysql-dialect.ts'
import { mysqlFault } from './sql/mysql-fault.ts'
import { portSetting, type SqlSetup, serverSettings } from './sql/server-settings.ts'
import { createSqlDatabases, type SqlServer } from './sql/sql-database.ts'
import { openSqlSource } from './sql/sql-source.ts'

const { host, ...others } = serverSettings
const settingsSchema = z.strictObject({
  host,
  port: portSetting(3306),
  database: z
    .string()
    .min(1)
    .max(64)
    .optional()
    .meta({ role: 'plain', description: 'Show only this database. Default: every database that the user can access' }),
  ...others,
})

function serverOf(settings: MysqlSettings, createSocket: () => DriverSocket): SqlServer {
  const { host, port, user, database } = settings
  const place = { product: 'MySQL', host, port, user, database }
  return {
    dialect: mysqlDialect,
    account: `${user}@${host}${database === undefined ? '' : `/${database}`}`,
    connect: () => connectMysql(settings, createSocket),
    faultOf: (error) => mysqlFault(error, place),
    bases: database === undefined ? null : [database],
    maxConnections: 4,
  }
}

/** `createMysqlSource()` makes the tables of a MySQL or MariaDB server a source. */
export function createMysqlSource({ createSocket, authorities, answerTimeoutMs }: SqlSetup): SourceKind {
  const databases = createSqlDatabases()
  return {
    kind: 'mysql',
    title: 'MySQL and MariaDB',
    summary: 'Tables and views of a MySQL or MariaDB database. You need its host, a user and a password.',
    verification: 'Tested against MariaDB 10.11 in every build; MySQL according to its documentation',
    settings: settingsSchema,
    open(settings, connectionId) {
      const parsed = { ca: authorities, answerTimeoutMs, ...settingsSchema.parse(settings) }
      return openSqlSource(databases(connectionId, settings, () => serverOf(parsed, createSocket)))
    },
  }
}
