import { type Kysely, sql } from 'kysely'

/** What the table of an action said of writing its results into it. */
export async function up(kysely: Kysely<unknown>): Promise<void> {
  await sql`alter table actions add column write_check jsonb`.execute(kysely)
}
