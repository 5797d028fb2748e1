import { type Kysely, sql } from 'kysely'

/** Imports that go on after the response. Their rows are in `row_imports` until they are seen. */
export async function up(kysely: Kysely<unknown>): Promise<void> {
  await sql`
    create table table_imports (
      id id primary key,
      table_id id not null,
      table_name text not null,
      is_new boolean not null,
      options jsonb not null,
      state text not null check (state in ('active', 'completed', 'failed')),
      row_count int not null,
      done_count int not null,
      updated_count int not null,
      result jsonb,
      error jsonb,
      created_at timestamptz not null,
      finished_at timestamptz
    )`.execute(kysely)
}
