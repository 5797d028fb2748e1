import { CamelCasePlugin, type Dialect, Kysely } from 'kysely'
import type { AppError } from '#core/errors.ts'
import type { Recovery } from '#core/ports/recovery.ts'
import type { ClusterCopy } from './cluster-files.ts'
import type { EngineMemory } from './pglite-engine.ts'
import { untilThrough } from './until-through.ts'

/** No table types: every statement is written out, and says what its rows are. */
type Tables = Record<never, never>

/** The database itself, or one of its transactions. */
export type Executor = Kysely<Tables>

/**
 * Rows come with their columns in camel case; JSON inside of them passes untouched. `withoutPlugins()` gives rows as the
 * database has them.
 */
export function openKysely(dialect: Dialect): Executor {
  return new Kysely<Tables>({ dialect, plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })] })
}

interface OpenDatabase {
  kysely: Executor
  /** What opening it has done to bring it up to date. */
  migrated: readonly string[]
  /** What was found damaged since it was opened; null while nothing was. */
  corruption(): AppError | null
  /** Hears NOTIFY. @returns what stops it */
  listen(channel: string, onNotification: (payload: string) => void): Promise<() => Promise<void>>
  recovery: Recovery
  close(): Promise<void>
}

export interface Copied<Result> {
  result: Result
  /** For how long one statement of the copy kept all others waiting, at most. */
  longestHoldMs: number
}

/** PGlite in the data directory, with this process alone. */
export interface EmbeddedDatabase extends OpenDatabase {
  kind: 'embedded'
  /** How often a file was synced to disk. */
  syncCount(): number
  /** Memory of its thread. @throws when that has ended */
  memory(): Promise<EngineMemory>
  /**
   * Verifies the files of all tables, a few milliseconds at a time; statements run in between. What it finds damaged is the
   * `corruption()`. Done every ten minutes.
   */
  verify(): Promise<void>
  /**
   * Copies the files of the cluster while statements go on. Until it ends nothing is maintained or verified. One at a time.
   * @throws AppError `conflict` when another one is under way
   */
  copy<Result>(work: (copy: ClusterCopy) => Promise<Result>): Promise<Copied<Result>>
  /** Takes out the dead rows, counts the living, shortens the log. Done every minute. */
  maintain(): Promise<void>
}

export interface PostgresDatabase extends OpenDatabase {
  kind: 'postgres'
  /** Address and credentials, for what needs connections of its own. */
  url: string
}

/** An open database with the newest schema: the same SQL runs on both. */
export type Database = EmbeddedDatabase | PostgresDatabase

/** Runs `work` in a transaction: the one there is, or a new one. What was broken off for the sake of another one is begun again. */
export async function inTransaction<Result>(
  executor: Executor,
  work: (executor: Executor) => Promise<Result>,
): Promise<Result> {
  if (executor.isTransaction) return work(executor)
  return untilThrough(() => executor.transaction().execute(work))
}
