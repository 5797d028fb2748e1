import { type Kysely, sql } from 'kysely'

const statements = [
  `create table template_drafts (
    template_id id primary key references templates on delete cascade,
    revision int not null,
    base_version int,
    design jsonb,
    editing_session text,
    editing_name text,
    editing_until timestamptz,
    waiting_session text,
    waiting_name text,
    waiting_since timestamptz,
    updated_at timestamptz,
    updated_by text,
    changed_at timestamptz not null
  )`,
  'create index template_drafts_by_change on template_drafts (changed_at)',
  // Versions of older releases may have been published: their time is that of their creation.
  'alter table template_versions add note text, add author text, add published_at timestamptz',
  'update template_versions set published_at = created_at',
]

/** What is edited and not saved as a version yet; who saved a version, and why. */
export async function up(kysely: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(kysely)
}
