import { type Kysely, sql } from 'kysely'

/** Deleted rows keep their place for a while. A test is of the settings of its time. */
const schema = `
create table deleted_rows (
  table_id id not null references tables on delete cascade,
  id id not null,
  position int not null,
  fields jsonb not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz not null,
  primary key (table_id, id)
);
create index deleted_rows_by_age on deleted_rows (deleted_at);
alter table connections add column last_test jsonb;
`

export async function up(kysely: Kysely<unknown>): Promise<void> {
  await sql.raw(schema).execute(kysely)
}
