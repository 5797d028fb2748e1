import { type Kysely, sql } from 'kysely'

const schema = `
create table triggers (
  id id primary key,
  action_id id not null references actions on delete cascade,
  kind text not null,
  settings jsonb not null,
  active boolean not null,
  token_hash text not null unique,
  sealed_token text not null,
  sealed_state text,
  note text,
  next_at timestamptz,
  pending jsonb,
  fire_at timestamptz,
  last_fired_at timestamptz,
  last_run_id id,
  error jsonb,
  revision int not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
) with (fillfactor = 70);
create index triggers_of_action on triggers (action_id);
`

export async function up(kysely: Kysely<unknown>): Promise<void> {
  await sql.raw(schema).execute(kysely)
}
