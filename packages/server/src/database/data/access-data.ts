import { scopes } from '@pictable/model/access'
import { z } from 'zod'
import type { ApiKey } from '#core/access/api-key.ts'
import { longestPauseMs } from '#core/governor/longest-pause.ts'
import type { ApiKeyData, Claim, IdempotencyData, RateLimitData, SettingData } from '#core/ports/data/access.ts'
import { jsonb, mapperOf, plain } from '#database/columns.ts'
import type { Executor } from '#database/database.ts'
import { deleteMatching, executeInBatches } from '#database/in-batches.ts'
import { json } from '#database/parameters.ts'
import { type ResourceTable, resources } from '#database/resources.ts'
import { rowOf, rowsOf } from '#database/statement.ts'
import { tellOfChange } from './changes.ts'

const apiKeys: ResourceTable<ApiKey> = {
  name: 'api_keys',
  ...mapperOf<ApiKey>({
    id: plain,
    name: plain,
    lookup: plain,
    hash: plain,
    scopes: jsonb(z.array(z.enum(scopes))),
    actionIds: jsonb(),
    createdAt: plain,
    lastUsedAt: plain,
    revokedAt: plain,
  }),
}

export function apiKeyData(executor: Executor): ApiKeyData {
  return {
    ...resources(executor, apiKeys),
    async findByLookup(lookup) {
      const row = await rowOf<object>(executor, 'select * from api_keys where lookup = $1', [lookup])
      return row && apiKeys.fromRow(row)
    },
    async revoke(id, at) {
      const text = `update api_keys set revoked_at = $2 where id = $1 and revoked_at is null returning id, ${tellOfChange}`
      return (await rowOf(executor, text, [id, at])) !== null
    },
    async touch(ids, at) {
      await rowsOf(executor, 'update api_keys set last_used_at = $2 where id = any($1::text[])', [ids, at])
    },
  }
}

const isOurs = 'caller = $1 and key = $2 and claim_id = $3'

const partsOf = ({ caller, key, id }: Claim) => [caller, key, id]

const claim = `
insert into idempotency_keys (caller, key, claim_id, request_hash, expires_at) values ($1, $2, $3, $4, $5)
on conflict (caller, key) do update
set claim_id = excluded.claim_id, request_hash = excluded.request_hash, expires_at = excluded.expires_at,
  sealed_answer = null
where idempotency_keys.expires_at <= $6
returning key`

export function idempotencyData(executor: Executor): IdempotencyData {
  const claimKey: IdempotencyData['claim'] = async (wanted, request) => {
    const { requestHash, at, expiresAt } = request
    if ((await rowOf(executor, claim, [...partsOf(wanted), requestHash, expiresAt, at])) !== null) return null
    const row = await rowOf<{ requestHash: string; sealedAnswer: string | null }>(
      executor,
      'select request_hash, sealed_answer from idempotency_keys where caller = $1 and key = $2',
      [wanted.caller, wanted.key],
    )
    // Released in between: free again.
    if (row === null) return claimKey(wanted, request)
    return row
  }
  return {
    claim: claimKey,
    async renew(ours, expiresAt) {
      const text = `update idempotency_keys set expires_at = $4 where ${isOurs} and sealed_answer is null`
      await rowsOf(executor, text, [...partsOf(ours), expiresAt])
    },
    async complete(ours, { sealedAnswer, expiresAt }) {
      const text = `update idempotency_keys set sealed_answer = $4, expires_at = $5 where ${isOurs} returning key`
      return (await rowOf(executor, text, [...partsOf(ours), sealedAnswer, expiresAt])) !== null
    },
    async release(ours) {
      await rowsOf(executor, `delete from idempotency_keys where ${isOurs} and sealed_answer is null`, partsOf(ours))
    },
    async releaseAll() {
      await rowsOf(executor, 'delete from idempotency_keys where sealed_answer is null', [])
    },
    async deleteExpired(at) {
      await executeInBatches(executor, deleteMatching('idempotency_keys', 'expires_at <= $3'), { parameters: [at] })
    },
  }
}

/** Rounding must not refuse what is just allowed. */
const TOLERANCE_MS = 0.01

/** A scope that has to pause within this time after its last pause goes at half its speed, down to a sixteenth. */
const AGAIN_WITHIN_MS = 60_000
const MOST_SLOWED = 16
/** So long it takes to come back from half the speed, or from a third to half. */
const RECOVERS_MS = 300_000

/** How many times slower than allowed the scope goes at the time. */
const slowedAt = (at: string) => `greatest(1, r.slowed - greatest(0, ${at} - r.slowed_at) / ${RECOVERS_MS})`

/** How far apart the clocks of the processes that share a scope may be. */
const APART_MS = 1000

/** No turn is taken further ahead, also by a process that makes up for its delays. */
const MAX_AHEAD_MS = 5000

/** No pause is longer: a clock that was ahead may have set a later end. */
const pausedUntil = (at: string) =>
  `case when r.paused_until <= ${at} + ${longestPauseMs + APART_MS} then r.paused_until else 0 end`

/**
 * GCRA in milliseconds: `full_at` is when the scope will be full again, `$3` the time that the cost takes to come back,
 * `$4` the time that a whole burst takes. `wait_ms` keeps the answer, since RETURNING shows only what is stored. Nothing is
 * waited for longer than it can take: a clock that was ahead may have said so.
 */
const take = `
insert into rate_limits as r (scope, full_at, paused_until, wait_ms) values ($1, $2::float8 + $3::float8, 0, 0)
on conflict (scope) do update set (full_at, wait_ms) = (
  select case when wait_ms > 0 then known.full_at else greatest(known.full_at, $2 + wait_ms) + slowed * $3 end, wait_ms
  from (select ${slowedAt('$2')} as slowed) pace,
    lateral (
      select least(r.full_at, $2 + slowed * $4::float8 + ${APART_MS}) as full_at, ${pausedUntil('$2')} as paused_until
    ) known,
    lateral (
      select greatest(0, known.paused_until - $2, greatest(known.full_at, $2) + slowed * ($3 - $4) - $2) as wait_ms
    ) answer
)
returning full_at, wait_ms`

/** The same wait, looked at alone. */
const look = `
select greatest(0, known.paused_until - $2, greatest(known.full_at, $2) + known.slowed * ($3::float8 - $4::float8) - $2) as wait_ms
from rate_limits r, lateral (
  select r.full_at, ${pausedUntil('$2::float8')} as paused_until, ${slowedAt('$2::float8')} as slowed
) known
where scope = $1`

/**
 * The rows are locked in one order and read as they are then, so two processes never take the same turn. `full_at` is when
 * the next turn is free; `$4` is how far ahead of `$3` one is taken.
 */
const takeTurn = `
with known as materialized (
  select r.scope, pace.interval_ms,
    greatest(least(r.full_at, $3 + $4 + pace.interval_ms + ${MAX_AHEAD_MS}), ${pausedUntil('$3')}) as free_at
  from rate_limits r
    join unnest($1::text[], $2::float8[]) as wanted(scope, interval_ms) on wanted.scope = r.scope,
    lateral (select wanted.interval_ms * ${slowedAt('$3')} as interval_ms) pace
  order by r.scope for update of r
), turn as (
  select greatest($3::float8, max(free_at)) as turn_ms, count(*) = cardinality($1) as is_known from known
), taken as (
  update rate_limits r set full_at = turn.turn_ms + known.interval_ms from known, turn
  where r.scope = known.scope and turn.is_known and turn.turn_ms <= $3 + $4::float8
)
select turn_ms, is_known from turn`

const addScopes = `
insert into rate_limits (scope, full_at, paused_until, wait_ms) select scope, 0, 0, 0 from unnest($1::text[]) as scope
order by scope on conflict (scope) do nothing`

/** Requests that were under way when the pause began are refused too: those say nothing new. */
const isAgain = `$3::float8 >= r.paused_until and $3 < r.paused_until + ${AGAIN_WITHIN_MS}`

const pause = `
insert into rate_limits as r (scope, full_at, paused_until, wait_ms) values ($1, 0, $2, 0)
on conflict (scope) do update set paused_until = greatest(r.paused_until, excluded.paused_until),
  slowed = case when ${isAgain} then least(${MOST_SLOWED}, 2 * ${slowedAt('$3')}) else r.slowed end,
  slowed_at = case when ${isAgain} then $3 else r.slowed_at end`

/** The table is walked in slices, so that none holds others up for long. */
const deleteFull = `
with slice as materialized (
  select scope from rate_limits where scope > $1 order by scope limit 5000
), gone as (
  delete from rate_limits r using slice
  where r.scope = slice.scope and greatest(r.full_at, r.paused_until, r.slowed_at + (r.slowed - 1) * ${RECOVERS_MS}) < $2
)
select max(scope) as last from slice`

/** A limit in milliseconds, and as `take` and `look` want it. */
function pacesOf(scope: string, { perMinute, burst, cost, at }: Parameters<RateLimitData['take']>[1]) {
  const now = at.getTime()
  const oneMs = 60_000 / perMinute
  const burstMs = Math.max(burst, cost) * oneMs
  return { now, oneMs, burstMs, parameters: [scope, now, cost * oneMs, burstMs + TOLERANCE_MS] }
}

export function rateLimitData(executor: Executor): RateLimitData {
  const takeTurnOf: RateLimitData['takeTurn'] = async (scopes, { at, aheadMs }) => {
    const [names, intervals] = [scopes.map(({ scope }) => scope), scopes.map(({ intervalMs }) => intervalMs)]
    const parameters = [names, intervals, at.getTime(), aheadMs]
    const row = await rowOf<{ turnMs: number; isKnown: boolean }>(executor, takeTurn, parameters)
    if (row?.isKnown) return { turnMs: row.turnMs, isTaken: row.turnMs <= at.getTime() + aheadMs }
    await rowsOf(executor, addScopes, [names])
    return takeTurnOf(scopes, { at, aheadMs })
  }
  return {
    takeTurn: takeTurnOf,
    async take(scope, limit) {
      const { now, oneMs, burstMs, parameters } = pacesOf(scope, limit)
      const row = await rowOf<{ fullAt: number; waitMs: number }>(executor, take, parameters)
      if (row === null) throw new Error('The upsert of a rate limit returned no row')
      const leftMs = burstMs - Math.max(0, row.fullAt - now) + TOLERANCE_MS
      const remaining = Math.max(0, Math.floor(leftMs / oneMs))
      return { waitMs: Math.ceil(row.waitMs), remaining }
    },
    async waitMs(scope, limit) {
      const row = await rowOf<{ waitMs: number }>(executor, look, pacesOf(scope, limit).parameters)
      return Math.ceil(row?.waitMs ?? 0)
    },
    async pause(scope, { at, until }) {
      await rowsOf(executor, pause, [scope, until.getTime(), at.getTime()])
    },
    async deleteFull(since) {
      for (let last: string | null | undefined = ''; typeof last === 'string'; ) {
        last = (await rowOf<{ last: string | null }>(executor, deleteFull, [last, since.getTime()]))?.last
      }
    },
  }
}

export function settingData(executor: Executor): SettingData {
  return {
    async get(name) {
      const row = await rowOf<{ value: unknown }>(executor, 'select value from settings where name = $1', [name])
      return row?.value
    },
    async set(name, value) {
      const text = 'insert into settings (name, value) values ($1, $2) on conflict (name) do update set value = $2'
      await rowsOf(executor, text, [name, json(value)])
    },
  }
}
