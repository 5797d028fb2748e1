import { type Kysely, sql } from 'kysely'

const schema = `
alter table runs add column started_by jsonb;
alter table runs add column waiting_for jsonb;
`

export async function up(kysely: Kysely<unknown>): Promise<void> {
  await sql.raw(schema).execute(kysely)
}
