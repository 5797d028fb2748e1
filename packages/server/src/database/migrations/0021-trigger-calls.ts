import { type Kysely, sql } from 'kysely'

/** Calls that wait until their trigger fires: each is one insert, however many wait already. */
const schema = `
create table trigger_calls (
  trigger_id id not null references triggers on delete cascade,
  n bigint not null,
  record_ids jsonb,
  at timestamptz not null,
  waiting_bytes int not null,
  primary key (trigger_id, n)
);
`

export async function up(kysely: Kysely<unknown>): Promise<void> {
  await sql.raw(schema).execute(kysely)
}
