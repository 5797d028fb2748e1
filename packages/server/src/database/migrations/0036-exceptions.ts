import { type Kysely, sql } from 'kysely'

const statements = [
  // People make its rows one by one, so an action is deleted with them in one statement.
  `create table exceptions (
    action_id id not null references actions on delete cascade,
    record_id id not null,
    label text not null,
    modifications jsonb not null,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    primary key (action_id, record_id)
  )`,
  // Runs read the table only where it is true.
  'alter table actions add column has_exceptions boolean not null default false',
]

/** What is changed in the images of single records. */
export async function up(kysely: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(kysely)
}
