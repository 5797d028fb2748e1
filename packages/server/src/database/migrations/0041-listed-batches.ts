import { type Kysely, sql } from 'kysely'

/** Lists count the items of batches that have no image; most have one. */
export async function up(kysely: Kysely<unknown>): Promise<void> {
  await sql`
    create index on image_batch_items (batch_id, state) where state in ('failed', 'cancelled')
  `.execute(kysely)
}
