import { type Kysely, sql } from 'kysely'

/** The request that claims a key. Claims of the release before have none and end after five minutes. */
export async function up(kysely: Kysely<unknown>): Promise<void> {
  await sql.raw('alter table idempotency_keys add column claim_id text').execute(kysely)
}
