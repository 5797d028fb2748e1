import { type DeliveryState, deliveryStates, type EventName, eventNames } from '@pictable/model/webhook'
import { z } from 'zod'
import type { ClaimedDelivery, DeliveryData, FailingWebhook, SettledAttempt } from '#core/ports/data/webhooks.ts'
import type { Attempt, Delivery } from '#core/webhook/webhook.ts'
import { boolean, type Column, checked, int, jsonb, manyRows, mapperOf, plain, timestamp } from '#database/columns.ts'
import { type Executor, inTransaction } from '#database/database.ts'
import { executeInBatches } from '#database/in-batches.ts'
import { listPage, type Where } from '#database/list-page.ts'
import { jsonOrNull } from '#database/parameters.ts'
import { rowOf, rowsOf } from '#database/statement.ts'
import { tellOfChange } from './changes.ts'
import { deleteDeliveriesBefore, deleteDeliveriesOfGone } from './deletes/delete-deliveries.ts'
import { webhookChannel } from './webhook-data.ts'

const headersShape = z.record(z.string(), z.string())
const stage = z.number().nullable()
const timingsShape = z.object({ dnsMs: stage, connectMs: stage, firstByteMs: stage, totalMs: z.number() })

/** Lists leave bodies out. */
const body: Column = { read: (text) => text ?? null }

const { columns, fromRow } = mapperOf<Delivery>({
  id: plain,
  webhookId: plain,
  eventId: plain,
  event: checked(z.enum(eventNames)),
  actionId: plain,
  runId: plain,
  recordId: plain,
  recipient: plain,
  isTest: boolean,
  body,
  sealedBody: body,
  state: plain,
  attempts: int,
  replayedAfter: int,
  nextAttemptAt: timestamp,
  lastStatus: int,
  reason: jsonb(),
  createdAt: timestamp,
  finishedAt: timestamp,
})

const { names, rows: newRows, parametersOf } = manyRows(columns)

const insert = `
with news as (
  insert into deliveries (${names}, is_stuck)
  select *, state in ('failed', 'paused') from ${newRows} as one (${names})
  returning id, webhook_id, state, next_attempt_at
), queued as (
  insert into delivery_queue (delivery_id, webhook_id, due_at)
  select id, webhook_id, next_attempt_at from news where state = 'pending'
  returning delivery_id
)
select pg_notify('${webhookChannel}', '') from queued limit 1`

/** Webhooks with something in the queue, found one after the other in its index. */
const receivers = `
recursive receivers (id) as (
  (select webhook_id from delivery_queue order by webhook_id limit 1)
  union all
  select (select q.webhook_id from delivery_queue q where q.webhook_id > r.id order by q.webhook_id limit 1)
  from receivers r where r.id is not null
)`

const MAX_CLAIMED_BODY_BYTES = 4096
const isSmall = `octet_length(body) + coalesce(octet_length(sealed_body), 0) <= ${MAX_CLAIMED_BODY_BYTES}`

const claim = `
with ${receivers}, roomy as materialized (
  select r.id, coalesce((select k.room from unnest($4::text[], $5::int[]) as k (id, room) where k.id = r.id), $6::int) as room
  from receivers r where r.id is not null
), due as materialized (
  select picked.delivery_id from roomy r
  cross join lateral (
    select q.delivery_id from delivery_queue q
    where q.webhook_id = r.id and q.due_at <= $1
    order by q.due_at limit r.room
    for update skip locked
  ) picked
), claimed as (
  update delivery_queue set due_at = $2, owner = $3
  where delivery_id = any(array(select delivery_id from due))
  returning delivery_id
)
select id, webhook_id, event, recipient, attempts, replayed_after, last_status, created_at,
  case when ${isSmall} then body end as body, case when ${isSmall} then sealed_body end as sealed_body
from deliveries
where id = any(array(select delivery_id from claimed))
order by id`

const release = `
update delivery_queue set due_at = $1, owner = null
where owner is not null and owner = coalesce($2, owner) and delivery_id <> all ($3::text[])`

const nextDueAt = `
with ${receivers}
select min((select q.due_at from delivery_queue q where q.webhook_id = r.id order by q.due_at limit 1)) as due_at
from receivers r where r.id is not null`

const reclaim = `
with late as materialized (
  select q.ctid as address, $1::timestamptz + case
    when q.owner is not null then make_interval(secs => $2)
    when d.attempts = d.replayed_after then interval '0'
    else (select a.next_attempt_at - a.at from attempts a where a.delivery_id = d.id and a.n = d.attempts)
  end as latest
  from delivery_queue q join deliveries d on d.id = q.delivery_id
  where q.due_at > $1
), reclaimed as (
  update delivery_queue q set due_at = late.latest from late where q.ctid = late.address and q.due_at > late.latest
  returning q.delivery_id
)
select pg_notify('${webhookChannel}', '') from reclaimed limit 1`

const backlog = `
select count(*)::int as pending, count(*) filter (where owner is null and due_at <= $1)::int as due,
  min(due_at) filter (where owner is null and due_at <= $1) as oldest_due_at
from delivery_queue`

/** Each delivery is found by its key and joined by its address: without statistics, any other join compares all with all. */
const settle = `
with settled as materialized (
  select s.*, (select d.ctid from deliveries d where d.id = s.delivery_id) as address,
    case when s.outcome = 'pending' and exists (
      select from deliveries d join webhooks w on w.id = d.webhook_id where d.id = s.delivery_id and w.pause is not null
    ) then 'paused' else s.outcome end as state
  from unnest($1::text[], $2::text[], $3::int[], $4::timestamptz[], $5::json[], $6::json[], $7::int[], $8::json[],
    $9::text[], $10::jsonb[], $11::timestamptz[])
    as s (delivery_id, outcome, n, at, timings, request_headers, status, answer_headers, answer_body, error, next_attempt_at)
), logged as (
  insert into attempts
    (delivery_id, n, at, timings, request_headers, status, answer_headers, answer_body, error, next_attempt_at)
  select delivery_id, n, at, timings, request_headers, status, answer_headers, answer_body, error, next_attempt_at
  from settled where address is not null
  on conflict (delivery_id, n) do nothing
), ended as (
  delete from delivery_queue where delivery_id = any(array(select delivery_id from settled where state <> 'pending'))
), postponed as (
  update delivery_queue q set due_at = s.next_attempt_at, owner = null
  from settled s
  where s.state = 'pending' and q.ctid = (select a.ctid from delivery_queue a where a.delivery_id = s.delivery_id)
), kept as (
  update deliveries d
  set state = case when s.state = 'delivered' or d.state = 'pending' then s.state else d.state end,
    is_stuck = case when s.state = 'delivered' or d.state = 'pending' then s.state in ('failed', 'paused') else d.is_stuck end,
    attempts = s.n, last_status = s.status, reason = s.error,
    next_attempt_at = coalesce(s.next_attempt_at, d.next_attempt_at),
    finished_at = case when s.state in ('delivered', 'failed') then s.at end
  from settled s where d.ctid = s.address
)
select ${tellOfChange}`

function parametersOfAttempts(settled: readonly SettledAttempt[]): unknown[] {
  const ofAttempt = (value: (attempt: Attempt) => unknown) => settled.map(({ attempt }) => value(attempt))
  return [
    settled.map(({ deliveryId }) => deliveryId),
    settled.map(({ state }) => state),
    ofAttempt(({ n }) => n),
    ofAttempt(({ at }) => at),
    ofAttempt(({ timings }) => JSON.stringify(timings)),
    ofAttempt(({ requestHeaders }) => JSON.stringify(requestHeaders)),
    ofAttempt(({ status }) => status),
    ofAttempt(({ answerHeaders }) => JSON.stringify(answerHeaders)),
    ofAttempt(({ answerBody }) => answerBody),
    ofAttempt(({ error }) => jsonOrNull(error)),
    ofAttempt(({ nextAttemptAt }) => nextAttemptAt),
  ]
}

const recovered = `
update webhooks set failing_since = null, failed_attempts = 0
where id = any($1::text[]) and failed_attempts > 0`

const failing = `
update webhooks w
set failing_since = coalesce(w.failing_since, f.since), failed_attempts = w.failed_attempts + f.failures
from unnest($1::text[], $2::timestamptz[], $3::int[]) as f (id, since, failures)
where w.id = f.id
returning w.id, w.failing_since, w.failed_attempts`

/** Keeps how each webhook fares: one good answer forgives all. */
async function keepHealth(executor: Executor, settled: readonly SettledAttempt[]): Promise<FailingWebhook[]> {
  const byWebhook = Map.groupBy(settled, ({ webhookId }) => webhookId)
  const good = [...byWebhook].filter(([, attempts]) => attempts.some(({ state }) => state === 'delivered'))
  const bad = [...byWebhook].filter(([, attempts]) => attempts.every(({ state }) => state !== 'delivered')).sort()
  if (good.length > 0) await rowsOf(executor, recovered, [good.map(([id]) => id)])
  if (bad.length === 0) return []
  return rowsOf<FailingWebhook>(executor, failing, [
    bad.map(([id]) => id),
    bad.map(([, attempts]) => attempts[0]?.attempt.at),
    bad.map(([, attempts]) => attempts.length),
  ])
}

const replay = (batch: string, where: string) => `
with batch as materialized (
  ${batch} and id > $1 order by id limit $2
), again as (
  update deliveries set state = 'pending', is_stuck = false, next_attempt_at = $3, replayed_after = attempts, finished_at = null
  where id = any(array(select id from batch)) and body is not null and ${where}
  returning id, webhook_id
), queued as (
  insert into delivery_queue (delivery_id, webhook_id, due_at) select id, webhook_id, $3 from again
  on conflict (delivery_id) do update set due_at = least(delivery_queue.due_at, excluded.due_at)
  where delivery_queue.owner is null
)
select (select max(id) from batch) as last_key, count(*)::int as count, pg_notify('${webhookChannel}', '') from again`
const replayOne = replay('select id from deliveries where id = $4', 'true')
const replayFailed = replay(
  'select id from deliveries where webhook_id = $4 and is_stuck',
  `state = 'failed' and created_at >= $5`,
)

const { fromRow: toAttempt } = mapperOf<Attempt>({
  n: plain,
  at: plain,
  timings: jsonb(timingsShape),
  requestHeaders: jsonb(headersShape),
  status: plain,
  answerHeaders: jsonb(headersShape),
  answerBody: plain,
  error: jsonb(),
  nextAttemptAt: plain,
})

/** All but the bodies. */
const shown = columns.map(({ name }) => name).filter((name) => name !== 'body' && name !== 'sealed_body')
const deliveries = {
  name: `(select ctid, ${shown.join(', ')} from deliveries) deliveries`,
  fromRow,
}

/** The indexes by event and state hold every pair of them: without one of the two, its values are merged. */
function branchesOf({
  webhookId,
  state,
  event,
}: {
  webhookId: string | undefined
  state: DeliveryState | undefined
  event: EventName | undefined
}): Where | Where[] {
  if (state === undefined && event === undefined) return { webhook_id: webhookId }
  const states = state === undefined ? deliveryStates : [state]
  const events = event === undefined ? eventNames : [event]
  return events.flatMap((one) => states.map((other) => ({ webhook_id: webhookId, event: one, state: other })))
}

export function deliveryData(executor: Executor): DeliveryData {
  return {
    async get(id) {
      const row = await rowOf<object>(executor, 'select * from deliveries where id = $1', [id])
      return row && fromRow(row)
    },
    list: ({ webhookId, runId, state, event, ...options }) =>
      listPage(
        executor,
        deliveries,
        runId === undefined
          ? { ...options, where: branchesOf({ webhookId, state, event }) }
          : { ...options, where: { run_id: runId }, checked: { webhook_id: webhookId, state, event } },
      ),
    async attempts(id) {
      const rows = await rowsOf<object>(executor, 'select * from attempts where delivery_id = $1 order by n', [id])
      return rows.map(toAttempt)
    },
    async insert(news) {
      if (news.length === 0) return
      await rowsOf(executor, insert, parametersOf(news))
    },
    async claim({ at, leaseUntil, owner, rooms, otherRoom }) {
      return inTransaction(executor, async (transaction) => {
        // A lease that a crash undoes is no loss.
        await rowsOf(transaction, 'set local synchronous_commit = off', [])
        const parameters = [at, leaseUntil, owner, [...rooms.keys()], [...rooms.values()], otherRoom]
        return rowsOf<ClaimedDelivery>(transaction, claim, parameters)
      })
    },
    async nextDueAt() {
      return (await rowOf<{ dueAt: Date | null }>(executor, nextDueAt, []))?.dueAt ?? null
    },
    async backlog(at) {
      const row = await rowOf<Awaited<ReturnType<DeliveryData['backlog']>>>(executor, backlog, [at])
      return row ?? { pending: 0, due: 0, oldestDueAt: null }
    },
    async reclaim({ at, leaseMs }) {
      await rowsOf(executor, reclaim, [at, leaseMs / 1000])
    },
    async release(owner, at, except = []) {
      await rowsOf(executor, release, [at, owner, except])
    },
    async settle(settled) {
      return inTransaction(executor, async (transaction) => {
        await rowsOf(transaction, settle, parametersOfAttempts(settled))
        return keepHealth(transaction, settled)
      })
    },
    async replay(which, at) {
      const [text, parameters] =
        'id' in which ? [replayOne, [at, which.id]] : [replayFailed, [at, which.webhookId, which.failedSince]]
      return executeInBatches(executor, text, { parameters })
    },
    async deleteBefore(id) {
      await deleteDeliveriesBefore(executor, id)
    },
    deleteOfGoneWebhooks: () => deleteDeliveriesOfGone(executor),
  }
}
