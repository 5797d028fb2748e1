import { type Kysely, sql } from 'kysely'

const schema = `
alter table actions add column filter jsonb;
alter table run_records add column needs_refill boolean not null default false;
`

export async function up(kysely: Kysely<unknown>): Promise<void> {
  await sql.raw(schema).execute(kysely)
}
