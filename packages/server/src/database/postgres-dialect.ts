import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely'
import type { Pool, PoolClient, QueryResultRow } from 'pg'
import { AppError } from '#core/errors.ts'
import { type Corruption, watchCorruption } from '#database/errors/corruption.ts'
import { toAppError } from '#database/errors/database-error.ts'
import { encodeParameter } from './parameters.ts'

interface PooledConnection extends DatabaseConnection {
  command(text: 'begin' | 'commit' | 'rollback'): Promise<string>
  release(): void
}

function openConnection(client: PoolClient, corruption: Corruption): PooledConnection {
  let broken = false
  async function run<Row extends QueryResultRow>(text: string, parameters: readonly unknown[]) {
    try {
      return await client.query<Row>(text, parameters.map(encodeParameter))
    } catch (error) {
      const known = toAppError(error)
      // Nobody knows what state such a connection is in.
      if (known instanceof AppError && known.code === 'unavailable') broken = true
      throw corruption.note(known)
    }
  }
  return {
    async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
      // A script has a result for each of its statements.
      const results = [await run<Row & QueryResultRow>(sql, parameters)].flat()
      return { rows: results.flatMap(({ rows }) => rows), numAffectedRows: BigInt(results.at(-1)?.rowCount ?? 0) }
    },
    streamQuery() {
      throw new Error('Rows are read in pages, never as a stream')
    },
    command: async (text) => (await run(text, [])).command,
    // Nor of one that a script has left inside its own transaction.
    release: () => client.release(broken || client.getTransactionStatus() !== 'I'),
  }
}

/** PostgreSQL as a Kysely dialect, with the parameters of the embedded one and errors as the product knows them. */
export function postgresDialect(pool: Pool, corruption = watchCorruption()): Dialect {
  const open = new WeakMap<DatabaseConnection, PooledConnection>()
  const pooled = (connection: DatabaseConnection): PooledConnection => {
    const found = open.get(connection)
    if (found === undefined) throw new Error('This connection was opened elsewhere')
    return found
  }
  const driver: Driver = {
    init: async () => {},
    async acquireConnection() {
      try {
        const connection = openConnection(await pool.connect(), corruption)
        open.set(connection, connection)
        return connection
      } catch (error) {
        throw toAppError(error)
      }
    },
    async beginTransaction(connection) {
      await pooled(connection).command('begin')
    },
    async commitTransaction(connection) {
      if ((await pooled(connection).command('commit')) === 'ROLLBACK') {
        throw new Error('A statement of this transaction failed, so the transaction was rolled back')
      }
    },
    async rollbackTransaction(connection) {
      await pooled(connection).command('rollback')
    },
    async releaseConnection(connection) {
      pooled(connection).release()
    },
    destroy: () => pool.end(),
  }
  return {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => driver,
    createIntrospector: (kysely) => new PostgresIntrospector(kysely),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  }
}
