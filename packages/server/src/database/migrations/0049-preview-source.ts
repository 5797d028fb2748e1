import { type Kysely, sql } from 'kysely'

/** A template keeps whose records its editor shows. */
export async function up(kysely: Kysely<unknown>): Promise<void> {
  await sql.raw('alter table templates add column preview_source jsonb').execute(kysely)
}
