import { type Kysely, sql } from 'kysely'

/** The outputs of an action in its order, which their counts by name do not keep. */
export async function up(kysely: Kysely<unknown>): Promise<void> {
  await sql.raw("alter table runs add column output_names jsonb not null default '[]'").execute(kysely)
}
