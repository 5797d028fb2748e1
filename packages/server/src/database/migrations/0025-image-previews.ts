import { type Kysely, sql } from 'kysely'

/** Images of earlier releases have no preview until one is first asked for, so the index is empty at first. */
const schema = `
alter table images add column preview jsonb;
create index images_by_preview on images ((preview->>'hash')) where preview is not null;
`

export async function up(kysely: Kysely<unknown>): Promise<void> {
  await sql.raw(schema).execute(kysely)
}
