import { type Kysely, sql } from 'kysely'

/** Rows at these places belong to a file that is still read: they are not to be seen. */
const schema = `
create table row_imports (
  id id primary key,
  table_id id not null,
  first_position int not null,
  past_position int not null,
  started_at timestamptz not null
);
`

export async function up(kysely: Kysely<unknown>): Promise<void> {
  await sql.raw(schema).execute(kysely)
}
