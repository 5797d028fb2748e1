import { type Kysely, sql } from 'kysely'

/** Images of earlier releases say false: `{{` in the texts of their own designs is text, and is escaped when it is read. */
export async function up(kysely: Kysely<unknown>): Promise<void> {
  await sql`alter table images add expressions boolean not null default false`.execute(kysely)
}
