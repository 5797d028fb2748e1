import { type Kysely, sql } from 'kysely'

/** Every hour, housekeeping looks for records that wait; those that were found deleted stay, and may be many. */
export async function up(kysely: Kysely<unknown>): Promise<void> {
  await sql`
    create index deleted_records_waiting on deleted_records ((coalesce(answer, state)), noticed_at)
    where coalesce(answer, state) <> 'deleted'
  `.execute(kysely)
}
