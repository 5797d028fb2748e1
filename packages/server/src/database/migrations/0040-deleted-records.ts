import { type Kysely, sql } from 'kysely'

const statements = [
  `alter table actions add column deleted_records text not null default 'keep',
    add column delete_after_days int not null default 30,
    add column table_since timestamptz`,
  // Its URLs answer 410 since then.
  'alter table images add column unpublished_at timestamptz',
  // As many as there are records, so their action is deleted without them: batches follow.
  `create table deleted_records (
    action_id id not null,
    record_id id not null,
    state text not null check (state in ('candidate', 'found', 'held', 'deleted')),
    noticed_at timestamptz not null,
    primary key (action_id, record_id)
  )`,
  'create index deleted_records_by_state on deleted_records (action_id, state, record_id)',
]

/** What becomes of images when their record is deleted, and which records were. */
export async function up(kysely: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(kysely)
}
