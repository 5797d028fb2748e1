import { type Kysely, sql } from 'kysely'

/** The last run of all records of an action, which may lie behind any number of runs of single ones. */
export async function up(kysely: Kysely<unknown>): Promise<void> {
  await sql`
    create index runs_of_all_records on runs (action_id, id)
    where state = 'completed' and record_ids is null and record_limit is null
  `.execute(kysely)
}
