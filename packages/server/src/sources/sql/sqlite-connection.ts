import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { setImmediate, setTimeout } from 'node:timers/promises'
import type { SqlAnswer, SqlConnection, SqlValue } from './sql-dialect.ts'
import { isBusy } from './sqlite-fault.ts'

/** SQLite waits inside this process, where nothing else could go on: so we do the waiting. */
const busyForMs = 5000
const askAgainMs = 25
const statementsKept = 50

/** What a file could bring along to act on its own stays off. */
const setUp = 'PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON; PRAGMA mmap_size = 0; PRAGMA foreign_keys = ON'

type Parameter = Exclude<SqlValue, readonly (string | null)[]>

const isParameter = (value: SqlValue): value is Parameter => !Array.isArray(value)

/** Waits as long as another connection or program is at work in the file. */
async function whenFree<Result>(work: () => Result): Promise<Result> {
  const untilMs = performance.now() + busyForMs
  for (;;) {
    try {
      return work()
    } catch (error) {
      if (!isBusy(error) || performance.now() > untilMs) throw error
    }
    await setTimeout(askAgainMs)
  }
}

/** Opens a file that is there. @throws the driver's error */
export async function connectSqlite(path: string): Promise<SqlConnection> {
  const database = new DatabaseSync(path, { timeout: 0, allowExtension: false })
  database.enableDefensive(true)
  const statements = new Map<string, StatementSync>()

  function prepared(text: string): StatementSync {
    const known = statements.get(text)
    if (known) return known
    if (statements.size >= statementsKept) statements.clear()
    const statement = database.prepare(text)
    statement.setReadBigInts(true)
    statement.setReturnArrays(true)
    statements.set(text, statement)
    return statement
  }

  function run(text: string, values: readonly SqlValue[]): SqlAnswer {
    const statement = prepared(text)
    const parameters = values.filter(isParameter)
    if (statement.columns().length === 0) return { rows: [], affected: Number(statement.run(...parameters).changes) }
    const rows: unknown[] = statement.all(...parameters)
    return { rows: rows.map((row) => (Array.isArray(row) ? row : [])), affected: 0 }
  }

  try {
    await whenFree(() => database.exec(setUp))
    // The first look into the file: whether it is a database at all.
    const { rows } = await whenFree(() => run('SELECT sqlite_version(), count(*) FROM sqlite_schema', []))
    const version = `SQLite ${rows[0]?.[0] ?? ''}`
    return {
      version,
      async query(text, values) {
        if (values !== undefined) return whenFree(() => run(text, values))
        // Between transactions others get their turn: within one, SQLite never lets go.
        await setImmediate()
        await whenFree(() => database.exec(text))
        return { rows: [], affected: 0 }
      },
      isOpen: () => database.isOpen,
      setIdle: () => {},
      close: () => {
        if (database.isOpen) database.close()
      },
    }
  } catch (error) {
    database.close()
    throw error
  }
}
