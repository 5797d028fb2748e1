import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { Worker } from 'node:worker_threads'
import type { SqlAnswer, SqlValue } from './sql-dialect.ts'
import type { FromSqlite, SqliteFailure, ToSqlite } from './sqlite-messages.ts'

/** How long SQLite waits while another connection or program is at work in the file. */
const BUSY_MS = 5000
const statementsKept = 50

/** What a file could bring along to act on its own stays off. */
const setUp = 'PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON; PRAGMA mmap_size = 0; PRAGMA foreign_keys = ON'

type Parameter = Exclude<SqlValue, readonly (string | null)[]>

const isParameter = (value: SqlValue): value is Parameter => !Array.isArray(value)
const nothing: SqlAnswer = { rows: [], affected: 0 }

/** Works in one file for the service, and ends with it. */
let file: DatabaseSync | undefined
const statements = new Map<string, StatementSync>()

function open(path: string): DatabaseSync {
  const database = new DatabaseSync(path, { timeout: BUSY_MS, allowExtension: false })
  database.enableDefensive(true)
  database.exec(setUp)
  return database
}

function prepared(database: DatabaseSync, text: string): StatementSync {
  const known = statements.get(text)
  if (known) return known
  if (statements.size >= statementsKept) statements.clear()
  const statement = database.prepare(text)
  statement.setReadBigInts(true)
  statement.setReturnArrays(true)
  statements.set(text, statement)
  return statement
}

function run(database: DatabaseSync, text: string, values: readonly SqlValue[]): SqlAnswer {
  const statement = prepared(database, text)
  const parameters = values.filter(isParameter)
  if (statement.columns().length === 0) return { rows: [], affected: Number(statement.run(...parameters).changes) }
  const rows: unknown[] = statement.all(...parameters)
  return { rows: rows.map((row) => (Array.isArray(row) ? row : [])), affected: 0 }
}

function answer(question: ToSqlite): SqlAnswer {
  if ('path' in question) {
    file = open(question.path)
    return nothing
  }
  if (file === undefined) throw new Error('No file is open')
  if (question.values !== undefined) return run(file, question.text, question.values)
  file.exec(question.text)
  return nothing
}

function failureOf(error: unknown): SqliteFailure {
  if (!(error instanceof Error)) return { message: String(error), code: null, errcode: null }
  const { message } = error
  return { message, code: 'code' in error && error.code, errcode: 'errcode' in error && error.errcode }
}

function reply(question: ToSqlite): FromSqlite {
  try {
    return { answer: answer(question) }
  } catch (error) {
    return { failure: failureOf(error) }
  }
}

/** While a statement runs, only another thread notices that the service has ended. */
const watchService = `setInterval(() => process.ppid === ${process.ppid} || process.kill(process.pid, 'SIGKILL'), 1000)`
new Worker(watchService, { eval: true }).unref()

process.on('message', (question: ToSqlite) => process.send?.(reply(question)))
process.on('disconnect', () => {
  file?.close()
  process.exit(0)
})
