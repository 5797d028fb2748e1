import { type Kysely, sql } from 'kysely'

/** A link without a user is for whoever sets the installation up. The audit log refers to nothing: what it names may be gone. */
const schema = `
create table users (
  id id primary key,
  email text not null,
  name text not null,
  role text not null,
  password_hash text,
  revision int not null,
  created_at timestamptz not null,
  last_seen_at timestamptz
);
create unique index users_by_email on users (lower(email));
create table sessions (
  id id primary key,
  user_id id not null references users on delete cascade,
  hash text not null unique,
  user_agent text not null,
  address text not null,
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  expires_at timestamptz not null
);
create index sessions_by_user on sessions (user_id);
create table login_links (
  hash text primary key,
  user_id id references users on delete cascade,
  expires_at timestamptz not null
);
create table audit_log (
  id id primary key,
  at timestamptz not null,
  caller_kind text not null,
  caller_id text not null,
  caller_name text not null,
  operation text not null,
  resource_id text,
  address text not null,
  request_id text not null
);
create index audit_log_by_caller on audit_log (caller_id, id);
create index audit_log_by_resource on audit_log (resource_id, id);
`

export async function up(kysely: Kysely<unknown>): Promise<void> {
  await sql.raw(schema).execute(kysely)
}
