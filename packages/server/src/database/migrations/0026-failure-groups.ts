import { type Kysely, sql } from 'kysely'

const statements = [
  'alter table actions add column stop_after_failures integer',
  "alter table runs add column failure_groups jsonb not null default '{}'",
  'alter table run_records add column failure_group text',
  // Only failed records have a group: finishing any other stays a heap-only update, and today the index is empty.
  `create index run_records_by_failure on run_records (run_id, failure_group, n) where failure_group is not null`,
]

/** Why records of a run failed, counted by reason, and after how many equal failures a run stops. */
export async function up(kysely: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(kysely)
}
