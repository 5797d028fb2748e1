import { type Kysely, sql } from 'kysely'

/**
 * Whether a design was stored by a release in whose texts marks have links, and which has expressions wherever a picture is
 * named. Rows of earlier releases, also those in their archives, say false: there both are text, and are escaped when they
 * are read.
 */
export async function up(kysely: Kysely<unknown>): Promise<void> {
  for (const table of ['template_versions', 'template_drafts', 'images']) {
    await sql`alter table ${sql.ref(table)} add links boolean not null default false`.execute(kysely)
  }
}
