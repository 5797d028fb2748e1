import { type Kysely, sql } from 'kysely'

/** Which layers an exception changed when it was saved; nothing is known of those that were saved before. */
export async function up(kysely: Kysely<unknown>): Promise<void> {
  await sql.raw("alter table exceptions add column used_layers jsonb not null default '[]'").execute(kysely)
}
