import { AppError } from '#core/errors.ts'
import type { TableRef } from '#core/ports/source.ts'
import { RefusedBatch } from '#sources/hosted/write-in-batches.ts'
import { chooseKey } from './key.ts'
import { createPool } from './pool.ts'
import type { SqlConnection, SqlDialect, SqlTable } from './sql-dialect.ts'

/** How one account reaches its database. */
export interface SqlServer {
  dialect: SqlDialect
  /** As messages name it: `pictable@db.example.com/shop`. */
  account: string
  /** @throws AppError */
  connect: () => Promise<SqlConnection>
  /** A driver's error in our words: RefusedBatch when a row is at fault; what is no driver's error as it is. */
  faultOf: (error: unknown) => unknown
  /** Only these are shown; null for all there are. */
  bases: readonly string[] | null
  maxConnections: number
}

export interface SqlDatabase {
  server: SqlServer
  /** All of the work or none of it. @throws AppError, or RefusedBatch when a row or a value is at fault */
  transaction<Result>(use: 'read' | 'write', work: (connection: SqlConnection) => Promise<Result>): Promise<Result>
  /** The signal ends the statement, in the database too. @throws AppError */
  read<Result>(work: (connection: SqlConnection) => Promise<Result>, signal?: AbortSignal): Promise<Result>
  /** As it is now; `maxAgeMs` for what may be remembered. @throws AppError `source_…` */
  table(ref: TableRef, maxAgeMs: number): Promise<SqlTable>
}

const idleMs = 10_000

function toBeUsed(dialect: SqlDialect, { baseId, tableId }: TableRef, table: SqlTable | 'gone' | 'keyless'): SqlTable {
  const name = `"${tableId.slice(0, 100)}"`
  if (table === 'gone') {
    const where = `${dialect.baseWord} "${baseId.slice(0, 100)}"`
    const message = `There is no table ${name} in the ${where}, or the user has no access to it. Choose another table in the action, or GRANT the user SELECT.`
    throw new AppError('source_not_found', message)
  }
  if (table === 'keyless') {
    throw new AppError(
      'source_invalid',
      `The table ${name} has no primary key, which Pictable needs to identify rows. Add one (ALTER TABLE … ADD PRIMARY KEY), or a column named id; a database view needs a column named id.`,
    )
  }
  if (table.columns.length > 0) return table
  throw new AppError('source_forbidden', `The user cannot read the table ${name}. GRANT it SELECT.`)
}

/** Keeps a few connections to the database, and what it said of its tables. */
function createSqlDatabase(server: SqlServer): SqlDatabase & { end(): void } {
  const { dialect, connect, faultOf, maxConnections: max } = server
  const pool = createPool({ connect, max, idleMs })
  const tables = new Map<string, { table: SqlTable | 'gone' | 'keyless'; readAtMs: number }>()

  /** A connection that was lost while nobody used it is found out here, and another is taken. */
  async function begin(use: 'read' | 'write'): Promise<SqlConnection> {
    for (;;) {
      const { connection, isFresh } = await pool.take()
      try {
        await connection.query(dialect.begin[use])
        return connection
      } catch (error) {
        connection.close()
        pool.give(connection)
        if (isFresh) throw error
      }
    }
  }

  async function transaction<Result>(
    use: 'read' | 'write',
    work: (connection: SqlConnection) => Promise<Result>,
  ): Promise<Result> {
    try {
      const connection = await begin(use)
      try {
        const result = await work(connection)
        await connection.query('COMMIT')
        return result
      } catch (error) {
        // Without it the connection would keep its locks: better none than such a one.
        if (connection.isOpen()) await connection.query('ROLLBACK').catch(() => connection.close())
        throw error
      } finally {
        pool.give(connection)
      }
    } catch (error) {
      throw faultOf(error)
    }
  }

  /**
   * Ends the statement of a connection on abort, over another connection: the first one waits for its answer. Where none
   * can be had, the statement ends by its time limit.
   * @returns what ends that; afterwards the connection may be used for other statements
   */
  async function endOnAbort(connection: SqlConnection, signal: AbortSignal): Promise<() => Promise<void>> {
    const { session } = dialect
    if (session === null) {
      signal.throwIfAborted()
      signal.addEventListener('abort', connection.close)
      return async () => signal.removeEventListener('abort', connection.close)
    }
    const { rows } = await connection.query(session.id, [])
    let isRunning = true
    let ending = Promise.resolve()
    async function end(endStatement: string): Promise<void> {
      const other = await connect()
      if (isRunning) await other.query(endStatement, []).catch(() => {})
      other.close()
    }
    const onAbort = () => {
      ending = end(session.endStatement(String(rows[0]?.[0]))).catch(() => {})
    }
    signal.throwIfAborted()
    signal.addEventListener('abort', onAbort)
    return () => {
      isRunning = false
      signal.removeEventListener('abort', onAbort)
      return ending
    }
  }

  async function readAbortably<Result>(
    work: (connection: SqlConnection) => Promise<Result>,
    signal: AbortSignal,
  ): Promise<Result> {
    signal.throwIfAborted()
    try {
      return await transaction('read', async (connection) => {
        const stop = await endOnAbort(connection, signal)
        return work(connection).finally(stop)
      })
    } catch (error) {
      signal.throwIfAborted()
      throw error
    }
  }

  async function read<Result>(
    work: (connection: SqlConnection) => Promise<Result>,
    signal?: AbortSignal,
  ): Promise<Result> {
    try {
      return await (signal === undefined ? transaction('read', work) : readAbortably(work, signal))
    } catch (error) {
      throw error instanceof RefusedBatch ? error.reason : error
    }
  }

  async function describe({ baseId, tableId }: TableRef): Promise<SqlTable | 'gone' | 'keyless'> {
    const found = await read((connection) => dialect.describe(connection, baseId, tableId))
    if (found === null) return 'gone'
    const columns = found.columns.filter(({ readable }) => readable)
    const chosen = chooseKey(found)
    if (chosen === null) return columns.length === 0 ? emptyTable(baseId, tableId) : 'keyless'
    const { hasRowPolicies, foreignKeys } = found
    const known = { columns, hasRowPolicies, foreignKeys }
    return { base: baseId, name: tableId, key: chosen.key, isKeyProven: chosen.isProven, ...known }
  }

  return {
    server,
    transaction,
    read,
    async table(ref, maxAgeMs) {
      const id = JSON.stringify([ref.baseId, ref.tableId])
      const isElsewhere = server.bases !== null && !server.bases.includes(ref.baseId)
      // No name holds NUL, and PostgreSQL refuses to look for it.
      if (isElsewhere || id.includes('\\u0000')) return toBeUsed(dialect, ref, 'gone')
      const known = tables.get(id)
      if (known && performance.now() - known.readAtMs < maxAgeMs) return toBeUsed(dialect, ref, known.table)
      const table = await describe(ref)
      tables.set(id, { table, readAtMs: performance.now() })
      return toBeUsed(dialect, ref, table)
    },
    end: pool.end,
  }
}

const emptyTable = (base: string, name: string): SqlTable => {
  return { base, name, columns: [], key: [], isKeyProven: false, hasRowPolicies: false, foreignKeys: [] }
}

/**
 * The databases in use, one for each connection of ours: a source is opened for every piece of work, and they share it.
 * Other settings make another one; the old one ends with the work that it is at.
 */
export function createSqlDatabases(): (
  connectionId: string,
  settings: Readonly<Record<string, unknown>>,
  server: () => SqlServer,
) => SqlDatabase {
  const databases = new Map<string, { settings: string; database: ReturnType<typeof createSqlDatabase> }>()
  return (connectionId, settings, server) => {
    const key = JSON.stringify(settings)
    const present = databases.get(connectionId)
    if (present?.settings === key) return present.database
    present?.database.end()
    const database = createSqlDatabase(server())
    databases.set(connectionId, { settings: key, database })
    return database
  }
}
