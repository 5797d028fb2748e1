import { type Kysely, sql } from 'kysely'

export async function up(kysely: Kysely<unknown>): Promise<void> {
  await sql.raw('alter table users add column deactivated_at timestamptz').execute(kysely)
}
