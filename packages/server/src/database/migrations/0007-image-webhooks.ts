import { type Kysely, sql } from 'kysely'

const schema = `
alter table images add column webhook_ids jsonb not null default '[]';
`

export async function up(kysely: Kysely<unknown>): Promise<void> {
  await sql.raw(schema).execute(kysely)
}
