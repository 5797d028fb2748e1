import { type Kysely, sql } from 'kysely'

/** Assets are looked up by their content: as a file is uploaded, and before it is deleted. */
export async function up(kysely: Kysely<unknown>): Promise<void> {
  await sql`create index asset_hashes on assets (hash, id)`.execute(kysely)
}
