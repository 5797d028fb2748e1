import { type Kysely, sql } from 'kysely'

/**
 * A field of a record chooses the template of an output; that of outputs behind the first is in `more_outputs`. A template
 * keeps whose records its editor shows.
 */
export async function up(kysely: Kysely<unknown>): Promise<void> {
  await sql.raw('alter table actions add column template_by jsonb').execute(kysely)
  await sql.raw('alter table templates add column preview_source jsonb').execute(kysely)
}
