import { type Kysely, sql } from 'kysely'

const schema = `
create table call_counts (
  connection_id id primary key,
  day text not null,
  today int not null,
  this_month int not null
) with (fillfactor = 50);
`

export async function up(kysely: Kysely<unknown>): Promise<void> {
  await sql.raw(schema).execute(kysely)
}
