import { type Kysely, sql } from 'kysely'

/** Work that one process at a time does for all. */
export async function up(kysely: Kysely<unknown>): Promise<void> {
  await sql
    .raw('create table leases (name text primary key, owner text not null, until timestamptz not null)')
    .execute(kysely)
}
