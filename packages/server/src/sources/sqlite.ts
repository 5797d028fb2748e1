import { basename } from 'node:path'
import { z } from 'zod'
import type { SourceKind } from '#core/ports/sources.ts'
import { resolveFile } from './file/files-dir.ts'
import { createSqlDatabases, type SqlServer } from './sql/sql-database.ts'
import { openSqlSource } from './sql/sql-source.ts'
import { connectSqlite } from './sql/sqlite-connection.ts'
import { sqliteDialect } from './sql/sqlite-dialect.ts'
import { sqliteFault } from './sql/sqlite-fault.ts'

/** As of the other databases. */
const STATEMENT_MS = 60_000

const settingsSchema = z.strictObject({
  path: z
    .string()
    .min(1)
    .max(1000)
    .meta({ description: 'Path of the file inside PICTABLE_FILES_DIR, such as shop/products.sqlite' }),
})

interface SqliteSetup {
  filesDir: string | undefined
  /** Time limit of a statement. */
  statementMs?: number
}

function serverOf(path: string, { filesDir, statementMs = STATEMENT_MS }: SqliteSetup): SqlServer {
  return {
    dialect: sqliteDialect,
    account: basename(path),
    connect: async () => connectSqlite(await resolveFile(filesDir, path), statementMs),
    faultOf: (error) => sqliteFault(error, path),
    bases: ['main'],
    // Each has a process of its own.
    maxConnections: 1,
  }
}

/** `createSqliteSource()` makes the tables of a SQLite file a source. */
export function createSqliteSource(setup: SqliteSetup): SourceKind {
  const databases = createSqlDatabases()
  return {
    kind: 'sqlite',
    title: 'SQLite file',
    summary: 'Tables and views of a database file on the server.',
    verification: 'Tested against files of SQLite 3.53 in every build',
    settings: settingsSchema,
    open(settings, connectionId) {
      const { path } = settingsSchema.parse(settings)
      return openSqlSource(databases(connectionId, settings, () => serverOf(path, setup)))
    },
  }
}
