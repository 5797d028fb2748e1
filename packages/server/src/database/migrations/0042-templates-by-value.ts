import { type Kysely, sql } from 'kysely'

/** A field of a record chooses the template of an output. That of outputs behind the first is in `more_outputs`. */
export async function up(kysely: Kysely<unknown>): Promise<void> {
  await sql.raw('alter table actions add column template_by jsonb').execute(kysely)
}
