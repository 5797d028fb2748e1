import { type Kysely, sql } from 'kysely'

/**
 * What is to be sent stands in `delivery_queue`, small rows that come and go; `deliveries` and `attempts` are the log. No
 * index of `deliveries` holds what a delivery that arrives changes, so its update stays heap-only. `user_defined` is `json`:
 * `jsonb` would reorder its keys.
 */
const schema = `
create table webhooks (
  id id primary key,
  name text,
  url text not null,
  sealed_headers text,
  sealed_secrets text,
  user_defined json,
  events jsonb,
  action_ids jsonb,
  timeout_ms int not null,
  pause jsonb,
  failing_since timestamptz,
  failed_attempts int not null,
  revision int not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
) with (fillfactor = 70);
create unique index webhooks_unnamed on webhooks (md5(url)) where name is null;

create table deliveries (
  id id primary key,
  webhook_id id not null,
  event_id id not null,
  event text not null,
  action_id id,
  run_id id,
  record_id id,
  is_test boolean not null,
  body text,
  state text not null check (state in ('pending', 'delivered', 'failed', 'paused')),
  is_stuck boolean not null,
  attempts int not null,
  replayed_after int not null,
  next_attempt_at timestamptz not null,
  last_status int,
  reason jsonb,
  created_at timestamptz not null,
  finished_at timestamptz
) with (fillfactor = 60);
create index deliveries_of_webhook on deliveries (webhook_id, id);
create index deliveries_of_run on deliveries (run_id, id) where run_id is not null;
create index deliveries_stuck on deliveries (webhook_id, id) where is_stuck;

create table delivery_queue (
  delivery_id id primary key,
  webhook_id id not null,
  due_at timestamptz not null,
  owner text
) with (fillfactor = 60);
create index delivery_queue_due on delivery_queue (webhook_id, due_at);

create table attempts (
  delivery_id id not null,
  n int not null,
  at timestamptz not null,
  timings json not null,
  request_headers json not null,
  status int,
  answer_headers json not null,
  answer_body text not null,
  error jsonb,
  next_attempt_at timestamptz,
  primary key (delivery_id, n)
);

alter table runs add column webhook_ids jsonb not null default '[]';
`

export async function up(kysely: Kysely<unknown>): Promise<void> {
  await sql.raw(schema).execute(kysely)
}
