import { type Kysely, sql } from 'kysely'

/** When a signed URL first asked for a version: its image is promised, so the version is not pruned. */
export async function up(kysely: Kysely<unknown>): Promise<void> {
  await sql`alter table template_versions add kept_at timestamptz`.execute(kysely)
}
