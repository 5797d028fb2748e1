import type { TriggerKind } from '@pictable/server/core/ports/triggers.ts'
import type { World } from '@pictable/server/core/ports/world.ts'
import { createReceiveHook } from '@pictable/server/core/trigger/receive-hook.ts'
import { recallTriggers, recoverTriggers, tendTrigger } from '@pictable/server/core/trigger/tend-trigger.ts'
import { incomingHook } from '@pictable/server/triggers/incoming-hook.ts'
import { schedule } from '@pictable/server/triggers/schedule.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { type Seed, seed, untilEnded } from '#test/scenarios/seed.ts'
import { startApp, type TestApp } from '#test/start-app.ts'
import { until } from '#test/until.ts'

const hourMs = 3_600_000

let app: TestApp
let seeded: Seed

beforeAll(async () => {
  app = await startApp()
  seeded = await seed(app)
})
afterAll(() => app.close())

const triggerShape = z.looseObject({
  id: z.string(),
  hook_url: z.string().nullable(),
  next_at: z.string().nullable(),
  last_run_id: z.string().nullable(),
  last_fired_at: z.string().nullable(),
  note: z.string().nullable(),
  error: z.looseObject({ code: z.string(), message: z.string() }).nullable(),
})

type Trigger = z.output<typeof triggerShape>

async function create(kind: string, settings: Record<string, unknown> = {}, actionId = seeded.actionId) {
  const answer = await app.request('POST', '/v1/triggers', { body: { action_id: actionId, kind, settings } })
  expect(answer.status, answer.text).toBe(201)
  return triggerShape.parse(answer.json)
}

const get = async ({ id }: Trigger) => triggerShape.parse((await app.request('GET', `/v1/triggers/${id}`)).json)

/** Waits until the trigger has fired another run than before, and this has ended. */
async function nextRun(trigger: Trigger, before: string | null): Promise<Record<string, unknown>> {
  let last = trigger
  const runId = await until(
    () => `the trigger does not fire: ${JSON.stringify(last)}`,
    async () => {
      last = await get(trigger)
      return last.last_run_id !== before && last.last_run_id
    },
  )
  await untilEnded(app, runId)
  return z.record(z.string(), z.unknown()).parse((await app.request('GET', `/v1/runs/${runId}`)).json)
}

/** As the sweep does every minute, after so much time. */
async function pass(timeMs: number): Promise<void> {
  app.advance(timeMs)
  await recoverTriggers(app.world)
}

/** Waits until the trigger has been looked at: its next time is another. */
async function lookedAt(trigger: Trigger, before: string | null): Promise<void> {
  await until('the trigger is looked at', async () => {
    const { next_at: nextAt } = await get(trigger)
    // a lease lasts two minutes, and less than that by now; what was found fires in seconds, the kinds come back later
    const inMinutes = (Date.parse(nextAt ?? '') - app.world.clock.now().getTime()) / 60_000
    return nextAt !== before && (inMinutes < 1 || inMinutes > 2)
  })
}

const remove = ({ id }: Trigger) => app.request('DELETE', `/v1/triggers/${id}`)

describe('a schedule', () => {
  test('fires by the clock, and makes up for missed times once', async () => {
    const trigger = await create('schedule', { cron: '0 9 * * *', time_zone: 'Europe/Berlin' })
    expect(new Date(trigger.next_at ?? '').toLocaleTimeString('en-GB', { timeZone: 'Europe/Berlin' })).toBe('09:00:00')
    const told = await app.request('POST', `/v1/triggers/${trigger.id}/test`)
    expect(told.json).toMatchObject({ ok: true, message: expect.stringMatching(/^Next: .*09:00.*Europe\/Berlin/) })
    await pass(5 * 24 * hourMs)
    expect(await nextRun(trigger, null)).toMatchObject({
      state: 'completed',
      total: 3,
    })
    const after = await get(trigger)
    expect(Date.parse(after.next_at ?? '')).toBeGreaterThan(app.world.clock.now().getTime())
    await remove(trigger)
  })

  test.each([
    [{ cron: 'every day' }, '/settings/cron'],
    [{ cron: '* * * * * *' }, '/settings/cron'],
    [{ cron: '61 * * * *' }, '/settings/cron'],
    [{ cron: '0 9 * * *', time_zone: 'Mars/Olympus' }, '/settings/time_zone'],
    [{ cron: '0 9 * * *', zone: 'UTC' }, '/settings/zone'],
    [{}, '/settings/cron'],
  ])('refuses %j', async (settings, pointer) => {
    const body = { action_id: seeded.actionId, kind: 'schedule', settings }
    const answer = await app.request('POST', '/v1/triggers', { body })
    expect(answer).toMatchObject({ status: 400, json: { errors: [{ pointer }] } })
  })

  test('does not wait for a time of a clock that was ahead', async () => {
    const yearMs = 365 * 24 * hourMs
    app.advance(yearMs)
    const trigger = await create('schedule', { cron: '0 9 * * *' })
    app.advance(-yearMs)
    await recallTriggers(app.world)
    const waitMs = Date.parse((await get(trigger)).next_at ?? '') - app.world.clock.now().getTime()
    expect(waitMs).toBeGreaterThan(0)
    expect(waitMs).toBeLessThanOrEqual(24 * hourMs)
    await remove(trigger)
  })

  test('rests while it is switched off', async () => {
    const trigger = await create('schedule', { cron: '*/5 * * * *' })
    const off = await app.request('PATCH', `/v1/triggers/${trigger.id}`, { body: { active: false } })
    expect(off.json).toMatchObject({ active: false, next_at: null })
    const on = await app.request('PATCH', `/v1/triggers/${trigger.id}`, { body: { active: true } })
    expect(on.json).toMatchObject({ active: true, next_at: expect.any(String) })
    await remove(trigger)
  })
})

describe('what is saved while a trigger is at work', () => {
  const runs = async () =>
    z.looseObject({ results: z.array(z.looseObject({})) }).parse((await app.request('GET', '/v1/runs?limit=100')).json)
      .results.length
  /** The world, whose triggers of this kind are changed just before they have done their part. */
  const changing = (kind: TriggerKind, trigger: Trigger, body: Record<string, unknown>): World => {
    const change = async () => {
      expect((await app.request('PATCH', `/v1/triggers/${trigger.id}`, { body })).status).toBe(200)
    }
    const slow: TriggerKind = {
      ...kind,
      tend: (world, call) => change().then(() => kind.tend(world, call)),
      receive: (world, call, request) => change().then(() => kind.receive(world, call, request)),
    }
    return { ...app.world, triggers: { kinds: [slow], kind: () => slow } }
  }
  const { signal } = new AbortController()

  test('holds: another time, and no run when it is off', async () => {
    const trigger = await create('schedule', { cron: '0 0 1 1 *' })
    await app.world.data.triggers.setCourse(trigger.id, { nextAt: app.world.clock.now() })
    const before = await runs()
    const dayLater = { settings: { cron: '0 0 2 1 *' } }
    await tendTrigger(changing(schedule, trigger, dayLater), { triggerId: trigger.id }, signal)
    expect(await get(trigger)).toMatchObject({ next_at: expect.stringContaining('-01-02T00:00'), last_run_id: null })
    await app.world.data.triggers.setCourse(trigger.id, { nextAt: app.world.clock.now() })
    await tendTrigger(changing(schedule, trigger, { active: false }), { triggerId: trigger.id }, signal)
    expect(await get(trigger)).toMatchObject({ active: false, next_at: null, last_run_id: null })
    expect(await runs()).toBe(before)
    // a person may fire it all the same
    expect((await app.request('POST', `/v1/triggers/${trigger.id}/fire`)).status).toBe(201)
    await nextRun(trigger, null)
    await remove(trigger)
  })

  test('refuses a call to one that is switched off while it is read', async () => {
    const trigger = await create('incoming_hook')
    const before = await runs()
    const token = trigger.hook_url?.split('/').at(-1) ?? ''
    const request = { headers: {}, body: new Uint8Array(), query: { recordIds: [] }, signal }
    const world = changing(incomingHook, trigger, { active: false })
    const called = createReceiveHook(world)(world, token, request)
    await expect(called).rejects.toMatchObject({ code: 'conflict', message: expect.stringContaining('paused') })
    expect(await runs()).toBe(before)
    await remove(trigger)
  })
})

describe('an incoming hook', () => {
  test('runs the view, or the records that are named, and tells of its run', async () => {
    const trigger = await create('incoming_hook')
    const path = new URL(trigger.hook_url ?? '').pathname
    const whole = await app.request('POST', path, { key: null })
    expect(whole).toMatchObject({ status: 200, json: { run_id: expect.any(String) } })
    expect(await nextRun(trigger, null)).toMatchObject({ state: 'completed', total: 3 })
    const before = (await get(trigger)).last_run_id
    const [first = '', second = ''] = seeded.rowIds
    const named = await app.request('POST', `${path}?record_id=${first}`, {
      key: null,
      body: { record_ids: [second], more: { of: 'theirs' } },
    })
    expect(named).toMatchObject({ status: 200, json: { run_id: null } })
    await pass(2 * 60_000)
    expect(await nextRun(trigger, before)).toMatchObject({ state: 'completed', total: 2 })
    const opened = await app.request('GET', `${path}?record_id=${first}`, { key: null })
    expect(opened.status).toBe(200)
    expect(opened.headers.get('content-type')).toContain('text/html')
    expect(opened.headers.get('cache-control')).toContain('no-store')
    expect(opened.text).not.toContain(first)
    await remove(trigger)
  })

  test.each([
    ['an empty list', { record_ids: [] }, '/record_ids', 'no run was started'],
    ['one odd id', { record_ids: ['rec_1', 7.5] }, '/record_ids/1', 'no run was started'],
  ])('refuses %s instead of running the view', async (_, body, pointer, detail) => {
    const trigger = await create('incoming_hook')
    const path = new URL(trigger.hook_url ?? '').pathname
    const answer = await app.request('POST', path, { key: null, body })
    expect(answer).toMatchObject({ status: 400, json: { code: 'invalid_request', errors: [{ pointer }] } })
    expect(answer.json).toMatchObject({ detail: expect.stringContaining(detail) })
    expect((await get(trigger)).last_run_id).toBeNull()
    await remove(trigger)
  })

  test('starts nothing by HEAD, which link checkers send', async () => {
    const trigger = await create('incoming_hook')
    const path = new URL(trigger.hook_url ?? '').pathname
    const head = await app.request('HEAD', path, { key: null })
    expect(head).toMatchObject({ status: 200, text: '' })
    expect(head.headers.get('content-type')).toContain('text/html')
    expect((await app.request('HEAD', `/v1/hooks/${'0'.repeat(32)}`, { key: null })).status).toBe(404)
    await pass(2 * 60_000)
    expect(await get(trigger)).toMatchObject({ last_run_id: null })
    await app.request('PATCH', `/v1/triggers/${trigger.id}`, { body: { active: false } })
    expect((await app.request('HEAD', path, { key: null })).status).toBe(409)
    await remove(trigger)
  })

  test('is found by its address alone, which can be changed', async () => {
    const trigger = await create('incoming_hook')
    const path = new URL(trigger.hook_url ?? '').pathname
    const rotated = triggerShape.parse((await app.request('POST', `/v1/triggers/${trigger.id}/rotate`)).json)
    expect(rotated.hook_url).not.toBe(trigger.hook_url)
    expect((await app.request('POST', path, { key: null })).status).toBe(404)
    expect((await app.request('POST', `/v1/hooks/${'0'.repeat(32)}`, { key: null })).status).toBe(404)
    expect((await app.request('POST', '/v1/hooks/short', { key: null })).status).toBe(404)
    const now = new URL(rotated.hook_url ?? '').pathname
    const ahead = await app.request('GET', now, { key: null, headers: { 'sec-purpose': 'prefetch' } })
    expect(ahead.status).toBe(409)
    await app.request('PATCH', `/v1/triggers/${trigger.id}`, { body: { active: false } })
    expect((await app.request('POST', now, { key: null })).status).toBe(409)
    await remove(trigger)
    expect((await app.request('POST', now, { key: null })).status).toBe(404)
  })

  test('shows its address to those who may write, and is limited', async () => {
    const trigger = await create('incoming_hook')
    const made = await app.request('POST', '/v1/api-keys', { body: { name: 'Reader', scopes: ['read'] } })
    const { secret } = z.looseObject({ secret: z.string() }).parse(made.json)
    const seen = await app.request('GET', `/v1/triggers/${trigger.id}`, { key: secret })
    expect(seen).toMatchObject({ status: 200, json: { hook_url: null } })
    const path = new URL(trigger.hook_url ?? '').pathname
    const at = app.world.clock.now()
    const until = new Date(at.getTime() + 60_000)
    await app.world.data.rateLimits.pause(`api:hook:${trigger.id}`, { at, until })
    const limited = await app.request('POST', path, { key: null })
    expect(limited.status).toBe(429)
    expect(limited.headers.get('retry-after')).toMatch(/^\d+$/)
    await remove(trigger)
  })

  test('limits who guesses addresses, and nobody else', async () => {
    const trigger = await create('incoming_hook')
    await app.request('PATCH', `/v1/triggers/${trigger.id}`, { body: { active: false } })
    const call = (path: string) => app.request('POST', path, { key: null })
    await app.standStill(async () => {
      const guesses = await Promise.all(
        Array.from({ length: 120 }, (_, guess) => call(`/v1/hooks/${String(guess).padStart(32, '0')}`)),
      )
      expect(new Set(guesses.map(({ status }) => status))).toEqual(new Set([404, 429]))
      expect((await call(new URL(trigger.hook_url ?? '').pathname)).status).toBe(409)
    })
    app.advance(60_000)
    await remove(trigger)
  })
})

describe('a table change', () => {
  test('runs over the records that have changed, and over nothing when none has', async () => {
    const other = await seed(app, ['One', 'Two', 'unrenderable'])
    const trigger = await create('table_change', { poll_minutes: 5, gather_seconds: 1 }, other.actionId)
    expect(trigger.note).toBe('The table reports its changes immediately.')
    await pass(2 * 60_000)
    expect(await nextRun(trigger, null)).toMatchObject({ total: 3, rendered: 2, failed: 1 })
    const first = (await get(trigger)).last_run_id
    const told = await app.request('POST', `/v1/triggers/${trigger.id}/test`)
    expect(told.json).toMatchObject({ ok: true, message: expect.stringContaining('1 record has no image') })

    const before = (await get(trigger)).next_at
    await pass(10 * 60_000)
    await lookedAt(trigger, before)
    // what has failed is not tried again before it changes
    expect(await get(trigger)).toMatchObject({ last_run_id: first, error: null })
    await app.request('PATCH', `/v1/tables/${other.tableId}/rows/${other.rowIds[1]}`, {
      body: { fields: { Name: 'Two, changed' } },
    })
    await pass(2 * 60_000)
    expect(await nextRun(trigger, first)).toMatchObject({ state: 'completed', rendered: 1 })

    // a clock that is put back does not make it wait for as long
    const last = (await get(trigger)).next_at
    app.advance(-hourMs)
    await recallTriggers(app.world)
    await lookedAt(trigger, last)
    app.advance(hourMs)
    await remove(trigger)
  })

  test('says what keeps it from looking, and goes on later', async () => {
    const other = await seed(app, ['One'])
    app.failListing(new Error('no such luck'))
    const trigger = await create('table_change', {}, other.actionId).catch(() => null)
    const [listed] = z
      .looseObject({ results: z.array(triggerShape) })
      .parse((await app.request('GET', `/v1/triggers?action_id=${other.actionId}`)).json).results
    expect(trigger ?? listed).toMatchObject({ error: { code: 'internal' }, next_at: expect.any(String) })
    const failing = triggerShape.parse(listed)
    await pass(10 * 60_000)
    await lookedAt(failing, failing.next_at)
    await pass(2 * 60_000)
    expect(await nextRun(failing, null)).toMatchObject({ state: 'completed', rendered: 1 })
  })
})

describe('/v1/triggers', () => {
  test('names the kinds there are, with what they ask for', async () => {
    const kinds = await app.request('GET', '/v1/trigger-kinds')
    expect(kinds.json).toMatchObject({
      results: [
        { kind: 'schedule', settings: { required: ['cron'] } },
        { kind: 'table_change' },
        { kind: 'incoming_hook' },
      ],
    })
    const unknown = await app.request('POST', '/v1/triggers', { body: { action_id: seeded.actionId, kind: 'moon' } })
    expect(unknown).toMatchObject({ status: 400, json: { errors: [{ pointer: '/kind' }] } })
    const nowhere = await app.request('POST', '/v1/triggers', {
      body: { action_id: 'act_none', kind: 'incoming_hook' },
    })
    expect(nowhere).toMatchObject({ status: 400, json: { errors: [{ pointer: '/action_id' }] } })
  })

  test('fires by hand, and says why it cannot', async () => {
    const trigger = await create('incoming_hook')
    const fired = await app.request('POST', `/v1/triggers/${trigger.id}/fire`)
    expect(fired).toMatchObject({ status: 201, json: { action_id: seeded.actionId } })
    expect(fired.headers.get('location')).toMatch(/^\/v1\/runs\/run_/)
    expect((await app.request('POST', '/v1/triggers/trg_none/fire')).status).toBe(404)
    await remove(trigger)
  })

  test('goes with its action, and goes on while that cannot go', async () => {
    const other = await seed(app, ['One'])
    const trigger = await create('schedule', { cron: '0 0 1 1 *' }, other.actionId)
    app.listing.close()
    const run = await app.request('POST', `/v1/triggers/${trigger.id}/fire`)
    expect((await app.request('DELETE', `/v1/actions/${other.actionId}`)).status).toBe(409)
    expect(await get(trigger)).toMatchObject({ active: true, next_at: trigger.next_at })
    app.listing.open()
    await untilEnded(app, z.looseObject({ id: z.string() }).parse(run.json).id)
    expect((await app.request('DELETE', `/v1/actions/${other.actionId}`)).status).toBe(204)
    expect((await app.request('GET', `/v1/triggers/${trigger.id}`)).status).toBe(404)
  })
})
