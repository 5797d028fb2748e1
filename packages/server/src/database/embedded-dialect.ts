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
import { toAppError } from './database-error.ts'
import type { Pglite, PgliteResult } from './pglite.ts'

/** So long may a transaction keep everyone else waiting; only a use of the outer database inside one takes longer. */
const LOCK_WAIT_MS = 30_000

/** PGlite works in the thread of everybody else and between their turns: after so long it gives them one. */
const TURN_MS = 20

/** Lets the rest of the process have its turn when it has waited for one too long. */
function createTurns(): () => Promise<void> {
  let lastMs = performance.now()
  return async () => {
    if (performance.now() - lastMs < TURN_MS) return
    await new Promise((resolve) => setImmediate(resolve))
    lastMs = performance.now()
  }
}

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
          reject(new AppError('unavailable', `The database was busy with one transaction for ${LOCK_WAIT_MS / 1000} s`))
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

/**
 * PGlite as a Kysely dialect: one connection, prepared statements, one user at a time. While `isSpaceLow()`, nothing
 * may be written: running out of space in the middle of its log would end PostgreSQL.
 */
export function embeddedDialect(pglite: Pglite, isSpaceLow: () => boolean): Dialect {
  const lock = createLock()
  const giveTurn = createTurns()
  let inTransaction = false
  let readOnly = false

  async function execute<Row>(text: string, parameters: readonly unknown[] = []): Promise<PgliteResult<Row>> {
    try {
      return await (parameters.length === 0 ? pglite.script<Row>(text) : pglite.query<Row>(text, parameters))
    } catch (error) {
      // A script that failed behind its own BEGIN must not leave the next user inside it.
      if (!inTransaction && pglite.isInTransaction()) await pglite.script('rollback')
      throw toAppError(error)
    }
  }

  async function prepareConnection(): Promise<void> {
    if (await pglite.revive()) readOnly = false
    const low = isSpaceLow()
    if (low !== readOnly) await execute(`set default_transaction_read_only = ${low}`)
    readOnly = low
  }

  const connection: DatabaseConnection = {
    async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
      await giveTurn()
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
        throw error
      }
    },
    async beginTransaction() {
      await execute('begin')
      inTransaction = true
    },
    async commitTransaction() {
      inTransaction = false
      const { command } = await execute('commit')
      if (command === 'ROLLBACK') throw new Error('A statement of this transaction had failed: nothing of it was kept')
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
