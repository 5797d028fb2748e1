import { type Kysely, sql } from 'kysely'

/** `signed_files` is a cache: it refers to nothing, and any of it may go. */
const schema = `
create table url_keys (
  id id primary key,
  name text not null,
  sealed_secret text not null,
  template_ids jsonb,
  allow_permanent boolean not null,
  renders_per_minute int not null,
  renders_per_day int not null,
  created_at timestamptz not null,
  last_used_at timestamptz,
  revoked_at timestamptz
);
create table signed_files (
  fingerprint text collate "C" primary key,
  format text not null,
  hash text not null,
  size_bytes bigint not null,
  created_at timestamptz not null,
  good_until timestamptz not null
);
create index signed_files_by_age on signed_files (created_at, fingerprint);
`

export async function up(kysely: Kysely<unknown>): Promise<void> {
  await sql.raw(schema).execute(kysely)
}
