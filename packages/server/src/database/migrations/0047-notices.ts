import { type Kysely, sql } from 'kysely'

/** What someone should check about a run as a whole; the names in the templates of an action that nothing fills. */
export async function up(kysely: Kysely<unknown>): Promise<void> {
  await sql.raw("alter table runs add column notices jsonb not null default '[]'").execute(kysely)
  await sql.raw("alter table actions add column unfilled jsonb not null default '[]'").execute(kysely)
}
