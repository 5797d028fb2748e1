import { STOPPED_AND_ERASED, STOPPED_BY_FIRST_PATTERN } from '#core/run/failure-group.ts'
import { erasedIdPrefix } from '#core/run/run.ts'
import type { Executor } from '#database/database.ts'
import { executeInBatches } from '#database/in-batches.ts'
import { rowsOf } from '#database/statement.ts'

const deleteBatch = (which: string, kept: string) => `
with batch as materialized (
  select id, state from deliveries where ${which} and id > $1 order by id limit $2
), gone as (
  delete from deliveries where id = any(array(select id from batch where not ${kept})) and not ${kept} returning id
), logged as (
  delete from attempts where delivery_id = any(array(select id from gone))
)
select max(id) as last_key from batch`

const ofWebhook = deleteBatch('webhook_id = $3', 'false')
const before = deleteBatch('id < $3', `(state = 'pending')`)

/** Deletes the deliveries of a webhook with their attempts. */
export const deleteDeliveriesOf = (executor: Executor, webhookId: string) =>
  executeInBatches(executor, ofWebhook, { parameters: [webhookId] })

/** Deletes older deliveries with their attempts, except those that are still to be sent. */
export const deleteDeliveriesBefore = (executor: Executor, id: string) =>
  executeInBatches(executor, before, { parameters: [id] })

/** What was sent need not be reworded. Sealed bytes, and placeholders that make another text of the reason, cannot be. */
const isReworded = `state in ('pending', 'paused') and sealed_body is null
  and not exists (select from webhooks w where w.id = webhook_id and w.user_defined::text like '%error.message%')`

/**
 * Through all deliveries: no index names their records. Why a run failed may quote the reason of one of them: a delivery that
 * is not sent yet loses the quote. Messages to people about a run quote its records and show their images.
 */
const ofRecords = `
with batch as materialized (
  select id, action_id = $3 and record_id = any($4::text[]) and exists (
    select from unnest($4::text[], $5::text[], $6::text[]) as noted (record_id, from_id, until_id)
    where noted.record_id = d.record_id and d.id >= from_id and d.id < until_id
  ) as is_theirs, action_id = $3 and event = 'run.failed' and exists (
    select from runs r where r.id = d.run_id and r.error->>'message' = '${STOPPED_AND_ERASED}'
  ) as may_quote, action_id = $3 and event in ('run.completed', 'run.failed')
    and exists (select from webhooks w where w.id = d.webhook_id and w.format <> 'standard')
    and exists (select from run_records r where r.run_id = d.run_id and r.record_id like '${erasedIdPrefix}%') as is_for_people
  from deliveries d where id > $1 order by id limit $2
), gone as (
  delete from deliveries where id = any(array(select id from batch where is_theirs or is_for_people))
    or id = any(array(select id from batch where may_quote)) and not (${isReworded})
  returning id
), reworded as (
  update deliveries set body = regexp_replace(body, '${STOPPED_BY_FIRST_PATTERN}', '"${STOPPED_AND_ERASED}"', 'g')
  where id = any(array(select id from batch where may_quote and not is_for_people)) and ${isReworded}
  returning id
), unanswered as (
  update attempts set answer_body = '' where delivery_id = any(array(select id from reworded))
), waiting as (
  delete from delivery_queue where delivery_id = any(array(select id from gone))
), logged as (
  delete from attempts where delivery_id = any(array(select id from gone))
)
select max(id) as last_key, (select count(*)::int from gone) as count from batch`

/**
 * Deletes the deliveries about erased records of an action with their attempts. The parameters are the action and, for each record,
 * its id, the first delivery and that behind the last. @returns how many
 */
export const deleteDeliveriesOfRecords = (executor: Executor, parameters: readonly unknown[]) =>
  executeInBatches(executor, ofRecords, { parameters })

/** Webhooks of deliveries, found one after the other in the index, that are gone: a crash came between. */
const goneWebhooks = `
with recursive receivers (id) as (
  (select webhook_id from deliveries order by webhook_id limit 1)
  union all
  select (select d.webhook_id from deliveries d where d.webhook_id > r.id order by d.webhook_id limit 1)
  from receivers r where r.id is not null
)
select r.id from receivers r where r.id is not null and not exists (select 1 from webhooks w where w.id = r.id)`

export async function deleteDeliveriesOfGone(executor: Executor): Promise<void> {
  for (const { id } of await rowsOf<{ id: string }>(executor, goneWebhooks, [])) await deleteDeliveriesOf(executor, id)
}
