import type { SqlAnswer, SqlValue } from './sql-dialect.ts'

/** What the process of a file is asked: to open it, then one statement after the other. Without values a text may hold several. */
export type ToSqlite = { path: string } | { text: string; values?: readonly SqlValue[] }

/** What the driver says of an error. */
export interface SqliteFailure {
  message: string
  code: unknown
  errcode: unknown
}

export type FromSqlite = { answer: SqlAnswer } | { failure: SqliteFailure }
