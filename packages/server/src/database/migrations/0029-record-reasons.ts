import { type Kysely, sql } from 'kysely'

const statements = [
  // The state changes with every record that ends: an index over it, or with it as its condition, rewrites all entries of the record.
  'drop index if exists run_records_by_state',
  // Most records end without a reason, so finishing them stays a heap-only update.
  'create index run_records_with_reason on run_records (run_id, n) where reason is not null',
]

/** Failed records are found by their reasons. The release before finds the others by their run, row by row, as this one does. */
export async function up(kysely: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(kysely)
}
