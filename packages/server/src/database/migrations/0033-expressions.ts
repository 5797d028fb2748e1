import { type Kysely, sql } from 'kysely'

/**
 * Whether `{{` in the texts of a design begins an expression. Rows of earlier releases, also those in their archives, say
 * false: there it is text, and is escaped when it is read. So no stored design changes.
 */
export async function up(kysely: Kysely<unknown>): Promise<void> {
  for (const table of ['template_versions', 'template_drafts']) {
    await sql`alter table ${sql.ref(table)} add expressions boolean not null default false`.execute(kysely)
  }
}
