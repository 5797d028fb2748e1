import { mostUnderWay } from '@pictable/server/http/server/shed-load.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { type Seed, seed, untilEnded } from '#test/scenarios/seed.ts'
import { startApp, type TestApp } from '#test/start-app.ts'

const calls = 500

let app: TestApp
let seeded: Seed
let path: string
let triggerId: string

beforeAll(async () => {
  app = await startApp()
  seeded = await seed(
    app,
    Array.from({ length: calls }, (_, index) => `Card ${index}`),
  )
  const made = await app.request('POST', '/v1/triggers', {
    body: { action_id: seeded.actionId, kind: 'incoming_hook' },
  })
  const trigger = z.looseObject({ id: z.string(), hook_url: z.string() }).parse(made.json)
  path = new URL(trigger.hook_url).pathname
  triggerId = trigger.id
})
afterAll(() => app.close())

const runList = z.looseObject({ results: z.array(z.looseObject({ id: z.string(), rendered: z.int() })) })

async function runs() {
  return runList.parse((await app.request('GET', `/v1/runs?action_id=${seeded.actionId}&limit=100`)).json).results
}

const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0)

describe('a burst of calls to the address of a trigger', () => {
  test('is accepted whole, and rendered by at most three runs', async () => {
    const statuses: number[] = []
    const left = [...seeded.rowIds]
    const caller = async () => {
      for (let id = left.pop(); id !== undefined; id = left.pop())
        statuses.push((await app.request('POST', `${path}?record_id=${id}`, { key: null })).status)
    }
    // The first run reads its table for as long as calls come, however slow the machine is.
    app.listing.close()
    await Promise.all(Array.from({ length: 20 }, caller))
    app.listing.open()
    expect(statuses).toEqual(Array.from({ length: calls }, () => 200))
    await expect.poll(async () => sum((await runs()).map(({ rendered }) => rendered))).toBe(calls)
    const made = await runs()
    expect(made.length).toBeLessThanOrEqual(3)
    for (const { id } of made) expect(await untilEnded(app, id)).toMatchObject({ state: 'completed' })
    const count = await app.request('GET', `/v1/images/count?action_id=${seeded.actionId}`)
    expect(count.json).toMatchObject({ count: calls })
  })

  test('is accepted whole when the database answers none of it for a while', async () => {
    const { findByToken } = app.world.data.triggers
    const allIn = Promise.withResolvers<void>()
    const goOn = Promise.withResolvers<void>()
    let asked = 0
    app.world.data.triggers.findByToken = async (hash) => {
      if (++asked === calls) allIn.resolve()
      await goOn.promise
      return findByToken(hash)
    }
    const answers = seeded.rowIds.map((id) => app.request('POST', `${path}?record_id=${id}`, { key: null }))
    // A call that is refused is answered before the others.
    await Promise.race([allIn.promise, ...answers])
    app.world.data.triggers.findByToken = findByToken
    goOn.resolve()
    const statuses = (await Promise.all(answers)).map(({ status }) => status)
    expect(statuses).toEqual(Array.from({ length: calls }, () => 200))
  })

  test('with long bodies takes no more places than other requests', async () => {
    const { findByToken } = app.world.data.triggers
    const goOn = Promise.withResolvers<void>()
    app.world.data.triggers.findByToken = async (hash) => {
      await goOn.promise
      return findByToken(hash)
    }
    const body = { record_ids: [seeded.rowIds[0]], padding: 'x'.repeat(20_000) }
    const answers = Array.from({ length: mostUnderWay + 1 }, () => app.request('POST', path, { key: null, body }))
    expect(await Promise.race(answers)).toMatchObject({ status: 503, json: { code: 'unavailable' } })
    app.world.data.triggers.findByToken = findByToken
    goOn.resolve()
    const statuses = (await Promise.all(answers)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(mostUnderWay)
  })

  test('is refused when 1 MB of record ids wait, and taken again once they are fired', async () => {
    app.listing.close()
    const ids = (first: number) => Array.from({ length: 1000 }, (_, index) => String(first + index).padStart(250, 'x'))
    const call = (first: number) => app.request('POST', path, { key: null, body: { record_ids: ids(first) } })
    const statuses: number[] = []
    for (let first = 0; first < 6000; first += 1000) statuses.push((await call(first)).status)
    expect(statuses.slice(0, 3)).toEqual([200, 200, 200])
    expect(statuses.at(-1)).toBe(429)
    app.listing.open()
    await expect.poll(async () => (await app.world.data.triggers.calls.waiting(triggerId)) === null).toBe(true)
    expect((await call(9000)).status).toBe(200)
  })

  test('beside a run of its action is one run, and refused when 1 MB of record ids wait for it', async () => {
    const { actionId } = await seed(app, ['One'])
    app.listing.close()
    const path = `/v1/tablesources/${actionId}`
    const ids = (call: number) => Array.from({ length: 1000 }, (_, index) => `${call}-${index}`.padStart(240, 'x'))
    const post = (call: number) => app.request('POST', path, { body: { record_ids: ids(call) } })
    const answers = []
    for (let call = 0; call < 6; call++) answers.push(await post(call))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 429])
    expect(answers[5]).toMatchObject({ json: { code: 'rate_limited' } })
    expect(Object.keys(Object(answers[1]?.json))).toHaveLength(5)
    const runIds = answers.slice(0, 5).map(({ headers }) => headers.get('x-run-id'))
    expect(new Set(runIds.slice(1)).size).toBe(1)
    const get = async () => (await app.request('GET', `/v1/runs/${runIds[1]}`)).json
    expect(await get()).toMatchObject({ state: 'waiting', trigger: { record_count: 4000 } })
    expect((await app.request('POST', `/v1/runs/${runIds[0]}/cancel`)).status).toBe(200)
    expect(await get()).toMatchObject({ state: 'active', trigger: { record_count: 4000 } })
    expect((await post(6)).status).toBe(200)
    for (const { id } of (await app.world.data.runs.list({ actionId, limit: 10 })).results)
      await app.request('POST', `/v1/runs/${id}/cancel`)
    app.listing.open()
  })

  test('is refused above 10,000 calls a minute', async () => {
    const scope = `api:hook:${triggerId}`
    const at = app.world.clock.now()
    const limit = { perMinute: 10_000, at }
    await app.world.data.rateLimits.take(scope, { ...limit, burst: 10_000, cost: 5000 })
    expect((await app.request('POST', path, { key: null })).status).toBe(200)
    // As if this many calls had come at once.
    await app.world.data.rateLimits.take(scope, { ...limit, burst: 60_000, cost: 30_000 })
    const refused = await app.request('POST', path, { key: null })
    expect(refused).toMatchObject({ status: 429, json: { code: 'rate_limited' } })
  })
})
