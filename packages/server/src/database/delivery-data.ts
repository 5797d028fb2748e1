import type { Failure } from '@pictable/model/failure'
import { type DeliveryState, deliveryStates, type EventName, eventNames } from '@pictable/model/webhook'
import { z } from 'zod'
import type { ClaimedDelivery, DeliveryData, FailingWebhook, SettledAttempt } from '#core/ports/data/webhooks.ts'
import type { Attempt, Delivery } from '#core/webhook/webhook.ts'
import { tellOfChange } from './changes.ts'
import { type Executor, inTransaction } from './database.ts'
import { deleteDeliveriesBefore, deleteDeliveriesOfGone } from './delete-deliveries.ts'
import { executeInBatches } from './in-batches.ts'
import { listPage, type Where } from './list-page.ts'
import { jsonOrNull } from './parameters.ts'
import { rowOf, rowsOf } from './statement.ts'
import { webhookChannel } from './webhook-data.ts'

const eventName = z.enum(eventNames)
const headersShape = z.record(z.string(), z.string())
const stage = z.number().nullable()
const timingsShape = z.object({ dnsMs: stage, connectMs: stage, firstByteMs: stage, totalMs: z.number() })

interface DeliveryRow {
  id: string
  webhook_id: string
  event_id: string
  event: string
  action_id: string | null
  run_id: string | null
  record_id: string | null
  is_test: boolean
  body?: string | null
  sealed_body?: string | null
  state: DeliveryState
  attempts: number
  replayed_after: number
  next_attempt_at: Date
  last_status: number | null
  reason: Failure | null
  created_at: Date
  finished_at: Date | null
}

function toDelivery(row: DeliveryRow): Delivery {
  return {
    id: row.id,
    webhookId: row.webhook_id,
    eventId: row.event_id,
    event: eventName.parse(row.event),
    actionId: row.action_id,
    runId: row.run_id,
    recordId: row.record_id,
    isTest: row.is_test,
    body: row.body ?? null,
    sealedBody: row.sealed_body ?? null,
    state: row.state,
    attempts: row.attempts,
    replayedAfter: row.replayed_after,
    nextAttemptAt: row.next_attempt_at,
    lastStatus: row.last_status,
    reason: row.reason,
    createdAt: row.created_at,
    finishedAt: row.finished_at,
  }
}

const isStuck = (state: DeliveryState) => state === 'failed' || state === 'paused'

const columns: readonly [name: string, type: string, value: (delivery: Delivery) => unknown][] = [
  ['id', 'text', ({ id }) => id],
  ['webhook_id', 'text', ({ webhookId }) => webhookId],
  ['event_id', 'text', ({ eventId }) => eventId],
  ['event', 'text', ({ event }) => event],
  ['action_id', 'text', ({ actionId }) => actionId],
  ['run_id', 'text', ({ runId }) => runId],
  ['record_id', 'text', ({ recordId }) => recordId],
  ['is_test', 'boolean', ({ isTest }) => isTest],
  ['body', 'text', ({ body }) => body],
  ['sealed_body', 'text', ({ sealedBody }) => sealedBody],
  ['state', 'text', ({ state }) => state],
  ['is_stuck', 'boolean', ({ state }) => isStuck(state)],
  ['attempts', 'int', ({ attempts }) => attempts],
  ['replayed_after', 'int', ({ replayedAfter }) => replayedAfter],
  ['next_attempt_at', 'timestamptz', ({ nextAttemptAt }) => nextAttemptAt],
  ['reason', 'jsonb', ({ reason }) => jsonOrNull(reason)],
  ['created_at', 'timestamptz', ({ createdAt }) => createdAt],
  ['finished_at', 'timestamptz', ({ finishedAt }) => finishedAt],
]

const insert = `
with news as (
  insert into deliveries (${columns.map(([name]) => name).join(', ')})
  select * from unnest(${columns.map(([, type], index) => `$${index + 1}::${type}[]`).join(', ')})
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
select id, webhook_id, event, body, sealed_body, attempts, replayed_after, created_at from deliveries
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
  select s.*, (select d.ctid from deliveries d where d.id = s.delivery_id) as address
  from unnest($1::text[], $2::text[], $3::int[], $4::timestamptz[], $5::json[], $6::json[], $7::int[], $8::json[],
    $9::text[], $10::jsonb[], $11::timestamptz[])
    as s (delivery_id, state, n, at, timings, request_headers, status, answer_headers, answer_body, error, next_attempt_at)
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
  const rows = await rowsOf<{ id: string; failing_since: Date; failed_attempts: number }>(executor, failing, [
    bad.map(([id]) => id),
    bad.map(([, attempts]) => attempts[0]?.attempt.at),
    bad.map(([, attempts]) => attempts.length),
  ])
  return rows.map((row) => ({ id: row.id, failingSince: row.failing_since, failedAttempts: row.failed_attempts }))
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

interface AttemptRow {
  n: number
  at: Date
  timings: unknown
  request_headers: unknown
  status: number | null
  answer_headers: unknown
  answer_body: string
  error: Failure | null
  next_attempt_at: Date | null
}

function toAttempt(row: AttemptRow): Attempt {
  return {
    n: row.n,
    at: row.at,
    timings: timingsShape.parse(row.timings),
    requestHeaders: headersShape.parse(row.request_headers),
    status: row.status,
    answerHeaders: headersShape.parse(row.answer_headers),
    answerBody: row.answer_body,
    error: row.error,
    nextAttemptAt: row.next_attempt_at,
  }
}

interface ClaimedRow {
  id: string
  webhook_id: string
  event: EventName
  body: string
  sealed_body: string | null
  attempts: number
  replayed_after: number
  created_at: Date
}

function toClaimed(row: ClaimedRow): ClaimedDelivery {
  const { id, webhook_id: webhookId, event, body, sealed_body: sealedBody, attempts } = row
  const { replayed_after: replayedAfter, created_at: createdAt } = row
  return { id, webhookId, event, body, sealedBody, attempts, replayedAfter, createdAt }
}

/** All but the bodies. */
const shown = columns.map(([name]) => name).filter((name) => name !== 'body' && name !== 'sealed_body')
const deliveries = {
  name: `(select ctid, ${shown.join(', ')}, last_status from deliveries) deliveries`,
  fromRow: toDelivery,
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
      const row = await rowOf<DeliveryRow>(executor, 'select * from deliveries where id = $1', [id])
      return row && toDelivery(row)
    },
    list: ({ webhookId, runId, state, event, ...options }) =>
      listPage<Delivery, DeliveryRow>(
        executor,
        deliveries,
        runId === undefined
          ? { ...options, where: branchesOf({ webhookId, state, event }) }
          : { ...options, where: { run_id: runId }, checked: { webhook_id: webhookId, state, event } },
      ),
    async attempts(id) {
      const rows = await rowsOf<AttemptRow>(executor, 'select * from attempts where delivery_id = $1 order by n', [id])
      return rows.map(toAttempt)
    },
    async insert(news) {
      if (news.length === 0) return
      await rowsOf(
        executor,
        insert,
        columns.map(([, , value]) => news.map(value)),
      )
    },
    async claim({ at, leaseUntil, owner, rooms, otherRoom }) {
      return inTransaction(executor, async (transaction) => {
        // A lease that a crash undoes is no loss.
        await rowsOf(transaction, 'set local synchronous_commit = off', [])
        const parameters = [at, leaseUntil, owner, [...rooms.keys()], [...rooms.values()], otherRoom]
        return (await rowsOf<ClaimedRow>(transaction, claim, parameters)).map(toClaimed)
      })
    },
    async nextDueAt() {
      return (await rowOf<{ due_at: Date | null }>(executor, nextDueAt, []))?.due_at ?? null
    },
    async backlog(at) {
      type Row = { pending: number; due: number; oldest_due_at: Date | null }
      const row = await rowOf<Row>(executor, backlog, [at])
      return { pending: row?.pending ?? 0, due: row?.due ?? 0, oldestDueAt: row?.oldest_due_at ?? null }
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
