import { type Kysely, sql } from 'kysely'

const statements = [
  'alter table actions add column stable_urls jsonb',
  // Only of actions with stable URLs. The first record with a slug, by `since`, is the one that its URL leads to.
  `create table record_keys (
    action_id id not null,
    record_id id not null,
    label text not null,
    key text not null,
    slug id not null,
    since id not null,
    is_duplicate boolean not null default false,
    primary key (action_id, record_id)
  )`,
  'create index record_keys_by_slug on record_keys (action_id, slug, since, record_id)',
  'create index record_keys_duplicates on record_keys (action_id, record_id) where is_duplicate',
]

/** Images can have URLs by a field of their record. */
export async function up(kysely: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(kysely)
}
