import { type Kysely, sql } from 'kysely'

/** `warnings` of a run: how many of its records have each; of a record: which. Null for the many that have none. */
const schema = `
create table fonts (
  id id primary key,
  family text not null,
  weight int not null,
  style text not null,
  filename text not null,
  content_type text not null,
  hash text not null,
  size_bytes int not null,
  facts jsonb not null,
  created_at timestamptz not null,
  unique (family, weight, style)
);
alter table runs add column warnings jsonb not null default '{}';
alter table run_records add column warnings jsonb;
alter table images alter column template_id drop not null, alter column template_version drop not null,
  add column design jsonb, add column thumbnail jsonb,
  add column sequence jsonb;
`

export async function up(kysely: Kysely<unknown>): Promise<void> {
  await sql.raw(schema).execute(kysely)
}
