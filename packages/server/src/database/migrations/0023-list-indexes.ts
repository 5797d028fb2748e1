import { type Kysely, sql } from 'kysely'

/**
 * Every filter of a list has an index that ends in the key of the list, so a page costs the same in a table of any size. The
 * price: a delivery or a record that ends writes its index entries again.
 */
export async function up(kysely: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
create index deliveries_of_webhook_by_event on deliveries (webhook_id, event, state, id);
create index deliveries_by_event on deliveries (event, state, id);
create index runs_of_action_by_state on runs (action_id, state, id);
create index run_records_by_state on run_records (run_id, state, n);
create index run_records_with_warnings on run_records (run_id, n) where warnings is not null;
`)
    .execute(kysely)
}
