import { CompiledQuery } from 'kysely'
import type { Executor } from './database.ts'
import { untilThrough } from './until-through.ts'

/** Runs one statement. @returns its rows, which are what the caller's statement says they are */
export async function rowsOf<Row>(executor: Executor, text: string, parameters: readonly unknown[]): Promise<Row[]> {
  const run = () => executor.executeQuery<Row>(CompiledQuery.raw(text, [...parameters]))
  // In a transaction all of it was broken off.
  const { rows } = await (executor.isTransaction ? run() : untilThrough(run))
  return rows
}

/** The first row, or null. */
export async function rowOf<Row>(
  executor: Executor,
  text: string,
  parameters: readonly unknown[],
): Promise<Row | null> {
  const [row] = await rowsOf<Row>(executor, text, parameters)
  return row ?? null
}
