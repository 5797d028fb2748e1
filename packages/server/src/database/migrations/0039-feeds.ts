import { type Kysely, sql } from 'kysely'

const statements = [
  'alter table actions add column feed_token_hash text, add column sealed_feed_token text',
  'create unique index actions_by_feed_token on actions (feed_token_hash) where feed_token_hash is not null',
]

/** An action can offer a feed of its stable URLs. */
export async function up(kysely: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(kysely)
}
