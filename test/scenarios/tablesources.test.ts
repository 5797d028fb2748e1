import { AppError } from '@pictable/server/core/errors.ts'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { type Seed, seed, untilEnded, untilStatus } from '#test/scenarios/seed.ts'
import { startApp, type TestApp } from '#test/start-app.ts'

const fiveKeys = ['action_title', 'base_id', 'status', 'table_name', 'view_name']

let app: TestApp
let seeded: Seed

beforeAll(async () => {
  app = await startApp()
  seeded = await seed(app)
})
afterAll(() => app.close())
afterEach(async () => {
  app.listing.open()
  app.rendering.open()
  await untilStatus(app, seeded.actionId, null)
})

/** `row0`, `row1` and so on. */
const numbered = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => `row${from + index}`)
const path = () => `/v1/tablesources/${seeded.actionId}`
const runs = z.looseObject({ results: z.array(z.looseObject({ id: z.string(), state: z.string() })) })

async function status(): Promise<unknown> {
  return z.looseObject({ status: z.unknown() }).parse((await app.request('GET', path())).json).status
}

async function trigger(body?: unknown) {
  const answer = await app.request('POST', path(), body === undefined ? {} : { body })
  return { ...answer, runId: answer.headers.get('x-run-id') ?? '' }
}

async function runOf(id: string): Promise<unknown> {
  return (await app.request('GET', `/v1/runs/${id}`)).json
}

async function countRuns(): Promise<number> {
  const answer = await app.request('GET', `/v1/runs?action_id=${seeded.actionId}&limit=100`)
  return runs.parse(answer.json).results.length
}

describe('GET /v1/tablesources/:id', () => {
  test('answers exactly five keys', async () => {
    const answer = await app.request('GET', path())
    expect(answer.status).toBe(200)
    expect(answer.json).toEqual({
      action_title: 'Cards',
      base_id: 'built-in',
      status: null,
      table_name: 'Products',
      view_name: null,
    })
  })

  test('names the view when one is set', async () => {
    await app.request('PATCH', `/v1/actions/${seeded.actionId}`, { body: { view: 'All' } })
    expect((await app.request('GET', path())).json).toMatchObject({ view_name: 'All' })
    await app.request('PATCH', `/v1/actions/${seeded.actionId}`, { body: { view: null } })
    expect((await app.request('GET', path())).json).toMatchObject({ view_name: null })
  })

  test('answers HEAD with the headers alone', async () => {
    const answer = await app.request('HEAD', path())
    expect([answer.status, answer.text]).toEqual([200, ''])
  })
})

describe('POST /v1/tablesources/:id', () => {
  test('answers Starting, the five keys, and the run in the headers', async () => {
    const answer = await trigger()
    expect(answer.status).toBe(200)
    expect(Object.keys(z.looseObject({}).parse(answer.json)).sort()).toEqual(fiveKeys)
    expect(answer.json).toMatchObject({ status: 'Starting' })
    expect(answer.runId).toMatch(/^run_/)
    expect(answer.headers.get('link')).toBe(`</v1/runs/${answer.runId}>; rel="run"`)
    expect(await untilEnded(app, answer.runId)).toMatchObject({ state: 'completed', total: 3 })
  })

  test.each([
    ['a form without content', { headers: { 'content-type': 'application/x-www-form-urlencoded' } }],
    ['JSON without content', { headers: { 'content-type': 'application/json' } }],
    ['an empty object', { body: {} }],
  ])('takes %s as the whole view', async (_, request) => {
    const answer = await app.request('POST', path(), request)
    expect(answer.status).toBe(200)
    const run = await untilEnded(app, answer.headers.get('x-run-id') ?? '')
    expect(run).toMatchObject({ trigger: { record_ids: null, force: false, limit: null, metadata: null } })
  })

  test('takes record_ids, force, limit and metadata', async () => {
    const body = { record_ids: [seeded.rowIds[1]], force: true, limit: 5, metadata: { order: 7 } }
    const { runId } = await trigger(body)
    expect(await untilEnded(app, runId)).toMatchObject({ trigger: body, total: 1, rendered: 1 })
  })

  test.each([
    ['an unknown key', { force: true, recordIds: [] }, '/recordIds'],
    ['a wrong type', { force: 'yes' }, '/force'],
    ['no ids', { record_ids: [] }, '/record_ids'],
    ['an id that is no text', { record_ids: [7] }, '/record_ids/0'],
    ['a limit of none', { limit: 0 }, '/limit'],
    ['half a record', { limit: 1.5 }, '/limit'],
    ['a list', [], ''],
    ['a text', '"force"', ''],
    ['null', 'null', ''],
  ])('refuses %s and starts nothing', async (_, body, pointer) => {
    const before = await countRuns()
    const answer = await app.request('POST', path(), { body, headers: { 'content-type': 'application/json' } })
    expect(answer.status).toBe(400)
    expect(answer.json).toMatchObject({ code: 'invalid_request', errors: [{ pointer }] })
    expect(await countRuns()).toBe(before)
  })
})

describe('the status that a polling client sees', () => {
  test('is null, Starting, Started, null', async () => {
    app.listing.close()
    app.rendering.close()
    expect(await status()).toBeNull()
    const { runId } = await trigger({ force: true })
    expect(await status()).toBe('Starting')
    app.listing.open()
    await untilStatus(app, seeded.actionId, 'Started')
    expect(await status()).toBe('Started')
    const polled = await app.request('GET', path())
    expect(polled.headers.get('x-run-id')).toBe(runId)
    app.rendering.open()
    await untilEnded(app, runId)
    expect(await status()).toBeNull()
  })

  test('ends in null when the table cannot be read', async () => {
    app.listing.close()
    app.failListing(new AppError('source_auth', 'The table refused the token.'))
    const { runId } = await trigger()
    expect(await status()).toBe('Starting')
    app.listing.open()
    expect(await untilEnded(app, runId)).toMatchObject({ state: 'failed', error: { code: 'source_auth' } })
    expect(await status()).toBeNull()
  })

  test('ends in null when the run is cancelled', async () => {
    app.rendering.close()
    const { runId } = await trigger({ force: true })
    await untilStatus(app, seeded.actionId, 'Started')
    const cancelled = await app.request('POST', `/v1/runs/${runId}/cancel`)
    expect(cancelled.json).toMatchObject({ state: 'cancelled', cancelled: 3, pending: 0 })
    expect(await status()).toBeNull()
    expect((await app.request('POST', `/v1/runs/${runId}/cancel`)).status).toBe(409)
  })

  test('is null at the end also when a record failed', async () => {
    const bad = await app.request('POST', `/v1/tables/${seeded.tableId}/rows`, {
      body: { rows: [{ Name: 'unrenderable' }] },
    })
    expect(bad.status).toBe(201)
    const { runId } = await trigger()
    expect(await untilEnded(app, runId)).toMatchObject({ state: 'completed', failed: 1 })
    expect(await status()).toBeNull()
    const failed = await app.request('GET', `/v1/runs/${runId}/records?state=failed`)
    expect(failed.json).toMatchObject({
      results: [{ label: 'unrenderable', state: 'failed', reason: { code: 'image_truncated' }, image_id: null }],
    })
    const retried = await app.request('POST', `/v1/runs/${runId}/retry-failed`, { body: {} })
    const started_by = { kind: 'retry', id: 'operator' }
    expect(retried).toMatchObject({ status: 201, json: { retry_of: runId, started_by, waiting_for: null } })
  })
})

describe('POST while a run is active', () => {
  async function startHeld() {
    app.listing.close()
    return trigger({ limit: 1 })
  }

  test('starts no second run beside it, and lets one follow-up wait', async () => {
    const before = await countRuns()
    const first = await startHeld()
    const second = await trigger({ limit: 1 })
    const third = await trigger({ limit: 1 })
    expect([second.status, third.status]).toEqual([200, 200])
    expect(second.json).toMatchObject({ status: 'Starting' })
    expect(second.runId).not.toBe(first.runId)
    expect(third.runId).toBe(second.runId)
    expect(await countRuns()).toBe(before + 2)
    expect(await runOf(second.runId)).toMatchObject({ state: 'waiting' })
    app.listing.open()
    expect(await untilEnded(app, first.runId)).toMatchObject({ state: 'completed' })
    expect(await untilEnded(app, second.runId)).toMatchObject({ state: 'completed' })
  })

  test('answers Starting while the active run has started, and GET answers Started', async () => {
    app.rendering.close()
    const { runId } = await trigger({ force: true })
    await untilStatus(app, seeded.actionId, 'Started')
    const follow = await trigger()
    expect(follow.json).toMatchObject({ status: 'Starting' })
    expect(await status()).toBe('Started')
    app.rendering.open()
    await untilEnded(app, runId)
    expect(await untilEnded(app, follow.runId)).toMatchObject({ state: 'completed', rendered: 0 })
  })

  test.each([
    [
      'record_ids are united',
      [{ record_ids: ['a', 'b'] }, { record_ids: ['b', 'c'] }],
      { record_ids: ['a', 'b', 'c'], record_count: 3 },
    ],
    [
      'many record_ids are counted, and a hundred of them told',
      [{ record_ids: numbered(0, 90) }, { record_ids: numbered(80, 140) }],
      { record_ids: numbered(0, 100), record_count: 140 },
    ],
    [
      'an empty body wins over record_ids',
      [{ record_ids: ['a'] }, undefined],
      { record_ids: null, record_count: null },
    ],
    ['an empty body stays won', [undefined, { record_ids: ['a'] }], { record_ids: null }],
    ['force by any is force', [{ force: true }, { force: false }], { force: true }],
    ['the largest limit wins', [{ limit: 3 }, { limit: 9 }, { limit: 5 }], { limit: 9 }],
    ['no limit wins over any', [{ limit: 3 }, {}], { limit: null }],
    ['the last metadata counts', [{ metadata: { n: 1 } }, { metadata: { n: 2 } }], { metadata: { n: 2 } }],
  ])('merges: %s', async (_, bodies, merged) => {
    await startHeld()
    let waiting = ''
    for (const body of bodies) waiting = (await trigger(body)).runId
    expect(await runOf(waiting)).toMatchObject({ state: 'waiting', trigger: merged })
    await app.request('POST', `/v1/runs/${waiting}/cancel`)
  })

  test('cancelling the active run leaves the waiting one, which starts', async () => {
    const first = await startHeld()
    const waiting = await trigger({ limit: 1 })
    await app.request('POST', `/v1/runs/${first.runId}/cancel`)
    expect(await status()).toBe('Starting')
    expect(await runOf(waiting.runId)).toMatchObject({ state: 'active' })
    app.listing.open()
    expect(await untilEnded(app, waiting.runId)).toMatchObject({ state: 'completed' })
  })

  test('cancelling the waiting run leaves the active one', async () => {
    const first = await startHeld()
    const waiting = await trigger()
    expect((await app.request('POST', `/v1/runs/${waiting.runId}/cancel`)).json).toMatchObject({ state: 'cancelled' })
    expect(await runOf(first.runId)).toMatchObject({ state: 'active' })
  })

  test('twenty triggers at once make one active and one waiting run', async () => {
    app.listing.close()
    const before = await countRuns()
    const answers = await Promise.all(Array.from({ length: 20 }, () => trigger({ limit: 1 })))
    expect(answers.map((answer) => answer.status)).toEqual(Array(20).fill(200))
    expect(new Set(answers.map((answer) => answer.runId)).size).toBe(2)
    expect(await countRuns()).toBe(before + 2)
  })
})

describe('POST /v1/actions/:id/runs', () => {
  test('answers 201 with the run', async () => {
    const answer = await app.request('POST', `/v1/actions/${seeded.actionId}/runs`, { body: { limit: 1 } })
    expect(answer.status).toBe(201)
    expect(answer.json).toMatchObject({ action_id: seeded.actionId, trigger: { limit: 1 } })
    const runId = answer.headers.get('x-run-id') ?? ''
    expect(answer.headers.get('location')).toBe(`/v1/runs/${runId}`)
    await untilEnded(app, runId)
  })

  test('with dry_run starts nothing and answers the estimate', async () => {
    const before = await countRuns()
    const answer = await app.request('POST', `/v1/actions/${seeded.actionId}/runs`, {
      body: { dry_run: true, limit: 2 },
    })
    expect(answer).toMatchObject({ status: 200, json: { records: 2, source_calls: expect.any(Number) } })
    expect(await countRuns()).toBe(before)
    expect(await status()).toBeNull()
  })

  test('renders only what has changed', async () => {
    const first = await trigger({ force: true })
    await untilEnded(app, first.runId)
    const second = await trigger({ record_ids: seeded.rowIds })
    expect(await untilEnded(app, second.runId)).toMatchObject({ total: 3, skipped: 3, rendered: 0 })
  })
})

describe('an action whose results its table does not accept', () => {
  const setKind = async (kind: string) => {
    const fields = [
      { name: 'Name', kind: 'text' },
      { name: 'Image', kind },
    ]
    const answer = await app.request('PATCH', `/v1/tables/${seeded.tableId}?misfits=empty`, { body: { fields } })
    expect(answer.status).toBe(200)
  }
  const why = expect.stringMatching(
    /cannot be written into the table "Products", so nothing was rendered\. The field "Image" must be a number/,
  )

  test('accepts the trigger, and its run ends with the reason before anything is rendered', async () => {
    await setKind('number')
    const { status: answered, json, runId } = await trigger({ force: true })
    expect([answered, Object.keys(z.looseObject({}).parse(json)).sort()]).toEqual([200, fiveKeys])
    const error = { code: 'write_back_impossible', message: why }
    expect(await untilEnded(app, runId)).toMatchObject({ state: 'failed', total: 0, rendered: 0, error })
    expect(await runOf(runId)).toMatchObject({ outcome: 'failed', started_at: null })
  })

  test('is refused a run by hand, unless it is to run all the same', async () => {
    const before = await countRuns()
    const start = (body: object) => app.request('POST', `/v1/actions/${seeded.actionId}/runs`, { body })
    expect(await start({ force: true })).toMatchObject({
      status: 409,
      json: { code: 'write_back_impossible', detail: why },
    })
    expect(await start({ dry_run: true })).toMatchObject({
      status: 200,
      json: {
        error: { code: 'write_back_impossible', message: why },
        write_check: { fields: [{ field: { name: 'Image' }, result: 'failed' }] },
      },
    })
    expect(await countRuns()).toBe(before)
    const body = { write_back: { url: 'Image', ignore_check: true } }
    // A save is refused a field of a kind that takes no URLs.
    await setKind('url')
    await app.request('PATCH', `/v1/actions/${seeded.actionId}`, { body })
    await setKind('number')
    const { status: answered, json } = await start({ force: true })
    expect(answered).toBe(201)
    const { id } = z.looseObject({ id: z.string() }).parse(json)
    const ended = await untilEnded(app, id)
    expect(ended).toMatchObject({ state: 'completed', rendered: 0, failed: ended.total })
    await setKind('url')
    const saved = await app.request('PATCH', `/v1/actions/${seeded.actionId}`, {
      body: { write_back: { url: 'Image' } },
    })
    expect(saved.json).toMatchObject({ write_check: { fields: [{ result: 'passed', message: null }] } })
  })
})
