import { type Kysely, sql } from 'kysely'

export async function up(kysely: Kysely<unknown>): Promise<void> {
  await sql.raw('alter table webhooks add column sealed_user_defined text').execute(kysely)
  await sql.raw('alter table deliveries add column sealed_body text').execute(kysely)
}
