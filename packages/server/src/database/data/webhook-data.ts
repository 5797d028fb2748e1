import { eventNames, pauseReasons, webhookFormats } from '@pictable/model/webhook'
import { z } from 'zod'
import { firstIdAt } from '#core/ids.ts'
import type { WebhookData } from '#core/ports/data/webhooks.ts'
import type { Webhook } from '#core/webhook/webhook.ts'
import { checked, jsonb, mapperOf, plain } from '#database/columns.ts'
import { type Executor, inTransaction } from '#database/database.ts'
import { executeInBatches } from '#database/in-batches.ts'
import { listPage } from '#database/list-page.ts'
import { json } from '#database/parameters.ts'
import { type EditableTable, editableResources } from '#database/resources.ts'
import { rowOf, rowsOf } from '#database/statement.ts'
import { deleteDeliveriesOf } from './deletes/delete-deliveries.ts'

/** NOTIFY channel: deliveries are due, or (with its id) a webhook has changed. */
export const webhookChannel = 'pictable_webhooks'

const eventList = z.array(z.enum(eventNames)).nullable()
const pauseShape = z.object({ reason: z.enum(pauseReasons), message: z.string(), at: z.string() }).nullable()
const userDefinedShape = z.record(z.string(), z.unknown()).nullable()

const webhooks: EditableTable<Webhook> = {
  name: 'webhooks',
  inUse: 'The webhook is in use',
  /** How it fares is for the dispatcher to say: a save must not undo that. */
  unchanged: ['pause', 'failingSince', 'failedAttempts'],
  ...mapperOf<Webhook>({
    id: plain,
    name: plain,
    format: checked(z.enum(webhookFormats)),
    url: plain,
    sealedHeaders: plain,
    sealedSecrets: plain,
    userDefined: { store: (value) => value && JSON.stringify(value), read: (value) => userDefinedShape.parse(value) },
    sealedUserDefined: plain,
    events: jsonb(eventList),
    onlyFailures: plain,
    actionIds: jsonb(),
    timeoutMs: plain,
    pause: jsonb(pauseShape),
    failingSince: plain,
    failedAttempts: plain,
    revision: plain,
    createdAt: plain,
    updatedAt: plain,
  }),
}

const named = { ...webhooks, name: '(select * from webhooks where name is not null) named' }

const matching = `
select * from webhooks
where (
  name is not null
  and (events is null or events ?| $1::text[])
  and (action_ids is null or action_ids ? $2::text)
) or id = any($3::text[])
order by id`

const ensureUnnamed = `
insert into webhooks (id, url, timeout_ms, failed_attempts, revision, created_at, updated_at)
values ($1, $2, $3, 0, 1, $4, $4)
on conflict (md5(url)) where name is null do update
set failing_since = null, failed_attempts = 0, updated_at = excluded.updated_at
returning id, pause is not null as is_paused`

const pause = 'update webhooks set pause = $2 where id = $1 and pause is null returning id'

/** Takes deliveries of a webhook out of the queue, with what follows for them. */
const dequeue = (which: string, then: string) => `
with batch as materialized (
  select delivery_id from delivery_queue where webhook_id = $3 and ${which} and delivery_id > $1 order by delivery_id limit $2
), held as (
  delete from delivery_queue where delivery_id = any(array(select delivery_id from batch)) and ${which} returning delivery_id
), done as (${then})
select max(delivery_id) as last_key from batch`

const emptyQueue = dequeue('true', 'select')

/** Also what was queued by a transaction that did not know of the pause yet. The attempt of a claimed one may be running: resumed, it would be sent twice. */
const holdBack = dequeue(
  'owner is null',
  `update deliveries set state = 'paused', is_stuck = true where id = any(array(select delivery_id from held))`,
)

const isPaused = 'select pause is not null as is_paused from webhooks where id = $1 for share'

const giveBack = `
update delivery_queue set due_at = $1, owner = null where owner = $2 and delivery_id = any($3::text[])`

const resume = `
update webhooks set pause = null, failing_since = null, failed_attempts = 0 where id = $1`

/** A webhook by its index, from key to key. */
const stuckOfWebhook = 'select id from deliveries where is_stuck and webhook_id = $4 and id > $1 order by id limit $2'

const sendHeld = (batch: string, lastKey: string) => `
with batch as materialized (
  ${batch}
), again as (
  update deliveries set state = 'pending', is_stuck = false, next_attempt_at = $3, replayed_after = attempts
  where id = any(array(select id from batch)) and state = 'paused'
  returning id, webhook_id
), queued as (
  insert into delivery_queue (delivery_id, webhook_id, due_at) select id, webhook_id, $3 from again
  on conflict (delivery_id) do nothing
)
, notified as (
  select pg_notify('${webhookChannel}', '') from again limit 1
)
select ${lastKey} as last_key, (select count(*)::int from notified) as notifications from batch`
const sendHeldOfOne = sendHeld(stuckOfWebhook, 'max(id)')
/** Those of many webhooks are in no order of their own: what was sent no longer matches. */
const sendHeldOfActive = sendHeld(
  `select id from deliveries where is_stuck and state = 'paused' and id >= $4
    and webhook_id = any(array(select id from webhooks where pause is null)) limit $2`,
  'case when count(*) = $2 then $1::text end',
)

const giveUpHeld = `
with batch as materialized (
  ${stuckOfWebhook}
), given_up as (
  update deliveries set state = 'failed', reason = $5, finished_at = $3
  where id = any(array(select id from batch)) and state = 'paused'
)
select max(id) as last_key from batch`

const deleteUnused = `
delete from webhooks w where name is null and updated_at < $1
and not exists (select 1 from deliveries d where d.webhook_id = w.id)
and not exists (select 1 from runs r where r.failed > 0 and r.webhook_ids ? w.id::text)
and not exists (
  select 1 from image_batch_items i
  where i.state = 'pending' and i.batch_id < $2 and position(w.id::text in i.request) > 0
)
and not exists (
  select 1 from image_batches b
  where b.id < $2 and b.webhook_ids ? w.id::text
    and exists (select from image_batch_items i where i.batch_id = b.id and i.state = 'pending')
)`

export function webhookData(executor: Executor): WebhookData {
  const { get, insert, update } = editableResources(executor, webhooks)
  const changed = (id: string) => rowsOf(executor, 'select pg_notify($1, $2)', [webhookChannel, id])
  const resumeOne: WebhookData['resume'] = (id, { at, giveUp }) =>
    inTransaction(executor, async (transaction) => {
      await rowsOf(transaction, resume, [id])
      if (giveUp === null) await executeInBatches(transaction, sendHeldOfOne, { parameters: [at, id] })
      else await executeInBatches(transaction, giveUpHeld, { parameters: [at, id, json(giveUp)] })
      await rowsOf(transaction, 'select pg_notify($1, $2)', [webhookChannel, id])
    })
  return {
    get,
    insert,
    list: (options) => listPage(executor, named, options),
    async update(webhook) {
      const now = await update(webhook)
      await changed(webhook.id)
      return now
    },
    async delete(id) {
      const wasThere = await inTransaction(executor, async (transaction) => {
        await executeInBatches(transaction, emptyQueue, { parameters: [id] })
        return editableResources(transaction, webhooks).delete(id)
      })
      await deleteDeliveriesOf(executor, id)
      return wasThere
    },
    async getMany(ids) {
      return (await rowsOf<object>(executor, 'select * from webhooks where id = any($1::text[])', [ids])).map(
        webhooks.fromRow,
      )
    },
    async matching({ actionId, events, webhookIds }) {
      return (await rowsOf<object>(executor, matching, [events, actionId, webhookIds])).map(webhooks.fromRow)
    },
    async ensureUnnamed({ id, url, timeoutMs, createdAt }) {
      type Row = { id: string; isPaused: boolean }
      const row = await rowOf<Row>(executor, ensureUnnamed, [id, url, timeoutMs, createdAt])
      if (row === null) throw new Error('The upsert of a receiver returned no row')
      if (row.isPaused) await resumeOne(row.id, { at: createdAt, giveUp: null })
      return row.id
    },
    async pause(id, why) {
      return inTransaction(executor, async (transaction) => {
        const wasActive = (await rowOf(transaction, pause, [id, json(why)])) !== null
        await executeInBatches(transaction, holdBack, { parameters: [id] })
        await rowsOf(transaction, 'select pg_notify($1, $2)', [webhookChannel, id])
        return wasActive
      })
    },
    resume: resumeOne,
    async giveBack(id, { owner, deliveryIds, at }) {
      await inTransaction(executor, async (transaction) => {
        const webhook = await rowOf<{ isPaused: boolean }>(transaction, isPaused, [id])
        await rowsOf(transaction, giveBack, [at, owner, deliveryIds])
        if (webhook === null) await executeInBatches(transaction, emptyQueue, { parameters: [id] })
        else if (webhook.isPaused) await executeInBatches(transaction, holdBack, { parameters: [id] })
      })
    },
    async sendHeld(at, fromId) {
      await executeInBatches(executor, sendHeldOfActive, { parameters: [at, fromId] })
    },
    async deleteUnused(since) {
      // A batch of later has named its receivers later too.
      await rowsOf(executor, deleteUnused, [since, firstIdAt('batch', since)])
    },
  }
}
