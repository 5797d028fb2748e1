import { type Kysely, sql } from 'kysely'

/** Webhooks that are sent nothing but failures. */
export async function up(kysely: Kysely<unknown>): Promise<void> {
  await sql.raw('alter table webhooks add column only_failures boolean not null default false').execute(kysely)
}
