import { type Kysely, sql } from 'kysely'

/** Actions may name the files of their images. Images of earlier releases have no name of their own. */
export async function up(kysely: Kysely<unknown>): Promise<void> {
  await sql`alter table actions add column file_name jsonb`.execute(kysely)
  await sql`alter table images add column file_name text`.execute(kysely)
}
