import { type Kysely, sql } from 'kysely'

const schema = `
alter table rate_limits add column slowed double precision not null default 1;
alter table rate_limits add column slowed_at double precision not null default 0;
`

export async function up(kysely: Kysely<unknown>): Promise<void> {
  await sql.raw(schema).execute(kysely)
}
