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
import { AppError } from '#core/errors.ts'
import { type Corruption, watchCorruption } from '#database/errors/corruption.ts'
import { toAppError } from '#database/errors/database-error.ts'
import type { WriteGuard } from './data-directory.ts'
import type { Pglite, PgliteResult } from './pglite.ts'

/** So long may a transaction keep everyone else waiting; only a use of the outer database inside one takes longer. */
const LOCK_WAIT_MS = 30_000

interface Lock {
  acquire(): Promise<void>
  release(): void
}

function createLock(): Lock {
  const waiting: (() => void)[] = []
  let held = false
  return {
    acquire() {
      if (!held) {
        held = true
        return Promise.resolve()
      }
      return new Promise((resolve, reject) => {
        const timer = setTimeout(() => {
          waiting.splice(waiting.indexOf(grant), 1)
          reject(new AppError('unavailable', `Another transaction blocked the database for ${LOCK_WAIT_MS / 1000} s`))
        }, LOCK_WAIT_MS)
        const grant = () => {
          clearTimeout(timer)
          resolve()
        }
        waiting.push(grant)
      })
    },
    release() {
      const next = waiting.shift()
      if (next) next()
      else held = false
    },
  }
}

class EmbeddedAdapter extends PostgresAdapter {
  override async acquireMigrationLock(): Promise<void> {}
  override async releaseMigrationLock(): Promise<void> {}
}

/** Read-only by its session or by its disk: nobody here lacks rights in the database itself. */
const readOnlyCodes: readonly unknown[] = ['25006', '42501']

function notWritable(why: string | null, cause?: unknown): AppError {
  const reason = why ?? 'its disk is read-only'
  return new AppError('unavailable', `The database cannot be written to: ${reason}`, { cause })
}

/**
 * PGlite as a Kysely dialect: one connection, prepared statements, one user at a time. While `whyNot()` gives a reason, nothing
 * may be written: a log that its disk does not take would end PostgreSQL, which could not start again either.
 */
export function embeddedDialect(
  pglite: Pglite,
  whyNot: WriteGuard,
  corruption: Corruption = watchCorruption(),
): Dialect {
  const lock = createLock()
  let inTransaction = false
  let why: string | null = null
  let isReadOnly = false

  async function execute<Row>(text: string, parameters: readonly unknown[] = []): Promise<PgliteResult<Row>> {
    try {
      return await (parameters.length === 0 ? pglite.script<Row>(text) : pglite.query<Row>(text, parameters))
    } catch (error) {
      // A script that failed behind its own BEGIN must not leave the next user inside it.
      if (!inTransaction && pglite.isInTransaction()) await pglite.script('rollback')
      if (error instanceof Error && 'code' in error && readOnlyCodes.includes(error.code)) throw notWritable(why, error)
      throw corruption.note(toAppError(error))
    }
  }

  async function prepareConnection(): Promise<void> {
    why = whyNot()
    if (why !== null && pglite.isDead()) throw notWritable(why)
    if (await pglite.revive()) isReadOnly = false
    const mustRead = why !== null
    if (mustRead !== isReadOnly) await execute(`set default_transaction_read_only = ${mustRead}`)
    isReadOnly = mustRead
  }

  const connection: DatabaseConnection = {
    async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
      const { rows, affectedRows } = await execute<Row>(sql, parameters)
      return { rows, numAffectedRows: BigInt(affectedRows) }
    },
    streamQuery() {
      throw new Error('Rows are read in pages, never as a stream')
    },
  }
  const driver: Driver = {
    init: async () => {},
    async acquireConnection() {
      await lock.acquire()
      try {
        await prepareConnection()
        return connection
      } catch (error) {
        lock.release()
        throw corruption.note(error)
      }
    },
    async beginTransaction() {
      await execute('begin')
      inTransaction = true
    },
    async commitTransaction() {
      inTransaction = false
      const { command } = await execute('commit')
      if (command === 'ROLLBACK')
        throw new Error('A statement of this transaction failed, so the transaction was rolled back')
    },
    async rollbackTransaction() {
      inTransaction = false
      await execute('rollback')
    },
    async releaseConnection() {
      lock.release()
    },
    async destroy() {
      await lock.acquire()
      await pglite.close()
    },
  }
  return {
    createAdapter: () => new EmbeddedAdapter(),
    createDriver: () => driver,
    createIntrospector: (kysely) => new PostgresIntrospector(kysely),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  }
}
