import { type Kysely, sql } from 'kysely'

/** Images that were asked for together. An item's request is dropped once it has ended. */
export async function up(kysely: Kysely<unknown>): Promise<void> {
  await sql`
    create table image_batches (
      id id primary key,
      total int not null,
      created_at timestamptz not null
    )`.execute(kysely)
  await sql`
    create table image_batch_items (
      batch_id id not null references image_batches (id) on delete cascade,
      n int not null,
      state text not null check (state in ('pending', 'rendered', 'failed', 'cancelled')),
      request text,
      request_length int not null,
      reason jsonb,
      finished_at timestamptz,
      primary key (batch_id, n)
    ) with (fillfactor = 50)`.execute(kysely)
  await sql`create index on image_batch_items (batch_id, n) where state = 'pending'`.execute(kysely)
}
