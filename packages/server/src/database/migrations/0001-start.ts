import { type Kysely, sql } from 'kysely'

/**
 * Ids sort by time, and byte by byte (`collate "C"`). Tables that every record passes through have no foreign keys:
 * their owners delete the rows. State is in no index of run_records, so that finishing a record stays a heap-only update.
 */
const schema = `
create domain id as text collate "C";

create table connections (
  id id primary key,
  name text not null,
  source text not null,
  settings jsonb not null,
  sealed_settings text,
  revision int not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);

create table templates (
  id id primary key,
  name text not null,
  latest_version int not null,
  published_version int,
  revision int not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);

create table template_versions (
  template_id id not null references templates on delete cascade,
  version int not null,
  design jsonb not null,
  created_at timestamptz not null,
  primary key (template_id, version)
);

create table actions (
  id id primary key,
  title text not null,
  connection_id id not null references connections,
  base_id text not null,
  table_id text not null,
  table_name text not null,
  view_id text,
  view_name text,
  template_id id not null references templates,
  mapping jsonb not null,
  output jsonb not null,
  write_back jsonb,
  revision int not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index actions_connection on actions (connection_id);
create index actions_template on actions (template_id);

create table runs (
  id id primary key,
  action_id id not null references actions on delete cascade,
  state text not null check (state in ('waiting', 'active', 'completed', 'failed', 'cancelled')),
  retry_of id,
  record_ids jsonb,
  force boolean not null,
  record_limit int,
  metadata jsonb,
  template_version int,
  cursor text,
  error jsonb,
  total int not null,
  rendered int not null,
  skipped int not null,
  failed int not null,
  cancelled int not null,
  written_back int not null,
  created_at timestamptz not null,
  activated_at timestamptz,
  started_at timestamptz,
  planned_at timestamptz,
  finished_at timestamptz,
  check (rendered + skipped + failed + cancelled <= total)
) with (fillfactor = 50);
create unique index runs_one_active on runs (action_id) where state = 'active';
create unique index runs_one_waiting on runs (action_id) where state = 'waiting';
create index runs_of_action on runs (action_id, id);
create index runs_by_state on runs (state, id);

create table run_records (
  run_id id not null,
  n int not null,
  record_id id not null,
  label text not null,
  state text not null check (state in ('pending', 'rendered', 'skipped', 'failed', 'cancelled')),
  fields text,
  fingerprint text,
  image_id id,
  written_back boolean not null default false,
  reason jsonb,
  finished_at timestamptz,
  primary key (run_id, n),
  unique (run_id, record_id)
) with (fillfactor = 50);

create table images (
  id id primary key,
  template_id id not null,
  template_version int not null,
  action_id id,
  run_id id,
  record_id id,
  inputs jsonb not null,
  modifications jsonb not null,
  metadata jsonb,
  files jsonb not null,
  report jsonb not null,
  created_at timestamptz not null
);
create index images_of_action on images (action_id, id) where action_id is not null;
create index images_of_run on images (run_id, id) where run_id is not null;
create index images_of_template on images (template_id, id);
create index images_of_record on images (record_id, id) where record_id is not null;

create table outputs (
  action_id id not null,
  record_id id not null,
  fingerprint text not null,
  image_id id not null,
  written_back boolean not null,
  primary key (action_id, record_id)
) with (fillfactor = 80);

create table assets (
  id id primary key,
  filename text not null,
  content_type text not null,
  hash text not null,
  size_bytes bigint not null,
  created_at timestamptz not null
);

create table tables (
  id id primary key,
  name text not null,
  fields jsonb not null,
  views jsonb not null,
  next_position int not null default 0,
  revision int not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);

create table table_rows (
  table_id id not null,
  id id not null,
  position int not null,
  fields jsonb not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (table_id, id),
  unique (table_id, position)
) with (fillfactor = 80);

create table api_keys (
  id id primary key,
  name text not null,
  lookup text not null unique,
  hash text not null,
  scopes jsonb not null,
  action_ids jsonb,
  created_at timestamptz not null,
  last_used_at timestamptz,
  revoked_at timestamptz
);

create table settings (
  name text primary key,
  value jsonb not null
);

create table idempotency_keys (
  caller text not null,
  key text not null,
  request_hash text not null,
  sealed_answer text,
  expires_at timestamptz not null,
  primary key (caller, key)
);
create index idempotency_keys_expiry on idempotency_keys (expires_at);

create table rate_limits (
  scope text primary key,
  full_at double precision not null,
  paused_until double precision not null,
  wait_ms double precision not null
) with (fillfactor = 50);
`

export async function up(kysely: Kysely<unknown>): Promise<void> {
  await sql.raw(schema).execute(kysely)
}
