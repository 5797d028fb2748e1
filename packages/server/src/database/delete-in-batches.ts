import type { Executor } from './database.ts'
import { rowOf } from './statement.ts'

/** One statement for all rows would not end in the time that a statement has. */
const MAX_DELETED_ROWS = 5000

/**
 * Repeats a statement that deletes among the next `$3` rows behind the key `$2`, of those that `$1` names, and returns the last
 * of their keys as `last_key`, null at the end.
 */
export async function deleteInBatches(executor: Executor, text: string, which: string | Date): Promise<void> {
  for (let after: string | null = ''; after !== null; ) {
    const row: { last_key: string | null } | null = await rowOf(executor, text, [which, after, MAX_DELETED_ROWS])
    after = row?.last_key ?? null
  }
}
