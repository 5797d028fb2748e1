import { type Kysely, sql } from 'kysely'

/** Webhooks for people: messages for Slack, and email with a delivery for each recipient. The URL of the latter begins with `mailto:`. */
export async function up(kysely: Kysely<unknown>): Promise<void> {
  await sql.raw("alter table webhooks add column format text not null default 'standard'").execute(kysely)
  await sql.raw('alter table deliveries add column recipient text').execute(kysely)
}
