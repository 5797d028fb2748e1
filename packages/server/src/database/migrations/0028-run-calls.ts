import { type Kysely, sql } from 'kysely'

/** Record ids that joined a waiting run, as `trigger_calls` has those of a trigger. */
const schema = `
create table run_calls (
  run_id id not null references runs on delete cascade,
  n bigint not null,
  record_ids jsonb,
  at timestamptz not null,
  waiting_bytes int not null,
  primary key (run_id, n)
);
`

export async function up(kysely: Kysely<unknown>): Promise<void> {
  await sql.raw(schema).execute(kysely)
}
