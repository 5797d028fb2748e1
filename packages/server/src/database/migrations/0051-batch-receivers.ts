import { type Kysely, sql } from 'kysely'

/** Receivers that are named for the end of one batch. */
export async function up(kysely: Kysely<unknown>): Promise<void> {
  await sql.raw("alter table image_batches add column webhook_ids jsonb not null default '[]'").execute(kysely)
}
