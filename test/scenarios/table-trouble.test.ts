import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { recoverTriggers } from '@pictable/server/core/trigger/tend-trigger.ts'
import { startWatching } from '@pictable/server/triggers/watch-tables.ts'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { needs } from '#test/needs.ts'
import { cardDesign, untilStatus } from '#test/scenarios/seed.ts'
import { openMariadb, openSqlite, withSqlite } from '#test/scenarios/trouble-databases.ts'
import {
  handOf,
  openAirtable,
  openBuiltIn,
  openNocoDb,
  openPostgres,
  type Trouble,
  type TroubleShop,
  type TroubleTable,
  troublesOf,
} from '#test/scenarios/trouble-shops.ts'
import { startApp, type TestApp } from '#test/start-app.ts'

const filesDir = mkdtempSync(join(tmpdir(), 'pictable-trouble-'))
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

let app: TestApp
let templateId: string
let stopWatching: () => Promise<void> = async () => {}
beforeAll(async () => {
  app = await startApp()
  // where the products reach it
  Object.assign(app.world, { publicUrl: app.url, sources: withSqlite(app.world.sources, filesDir) })
  stopWatching = startWatching(app.world, { warn: () => {} }, { everyMs: 200 })
  templateId = await create('/v1/templates', { name: 'Card', design: cardDesign, publish: true })
})
afterAll(async () => {
  await stopWatching()
  await app.close()
  rmSync(filesDir, { recursive: true })
})

const withId = z.looseObject({ id: z.string() })
const count = z.number()
const runShape = z.looseObject({
  id: z.string(),
  action_id: z.string(),
  state: z.string(),
  total: count,
  rendered: count,
  skipped: count,
  failed: count,
  cancelled: count,
  pending: count,
  error: z.looseObject({ code: z.string(), message: z.string() }).nullable(),
})
type Run = z.output<typeof runShape>

async function create(path: string, body: unknown): Promise<string> {
  const answer = await app.request('POST', path, { body })
  if (answer.status !== 201) throw new Error(`${path}: ${answer.status} ${answer.text}`)
  return withId.parse(answer.json).id
}

/** Waits for the end of a run, after which nothing may be left open: its counts add up, and the action is at rest. */
async function untilEnded(runId: string): Promise<Run> {
  for (let attempt = 0; attempt < 3000; attempt++) {
    const run = runShape.parse((await app.request('GET', `/v1/runs/${runId}`)).json)
    if (run.state === 'active' || run.state === 'waiting') {
      // limits of requests go by this clock: nobody has to wait for them
      app.advance(500)
      await new Promise((resolve) => setTimeout(resolve, 30))
      continue
    }
    expect(run.pending).toBe(0)
    expect(run.rendered + run.skipped + run.failed + run.cancelled).toBe(run.total)
    const { json } = await app.request('GET', `/v1/tablesources/${run.action_id}`)
    expect(json).toMatchObject({ status: null })
    return run
  }
  throw new Error(`the run ${runId} does not end`)
}

async function trigger(actionId: string): Promise<string> {
  const answer = await app.request('POST', `/v1/tablesources/${actionId}`)
  expect(answer, answer.text).toMatchObject({ status: 200 })
  return answer.headers.get('x-run-id') ?? ''
}

const run = async (actionId: string) => untilEnded(await trigger(actionId))

/** Runs, and does something once the table has been read and the first image is about to be made. */
async function runAnd(actionId: string, meanwhile: () => Promise<void>): Promise<Run> {
  app.rendering.close()
  try {
    const runId = await trigger(actionId)
    await app.rendering.arrival()
    await untilStatus(app, actionId, 'Started')
    await meanwhile()
    app.rendering.open()
    return await untilEnded(runId)
  } finally {
    app.rendering.open()
  }
}

async function reasonsOf({ id }: Run): Promise<string[]> {
  const { json } = await app.request('GET', `/v1/runs/${id}/records?state=failed&limit=100`)
  const page = z.looseObject({ results: z.array(z.looseObject({ reason: z.looseObject({ message: z.string() }) })) })
  return page.parse(json).results.map(({ reason }) => reason.message)
}

async function runsOf(actionId: string): Promise<string[]> {
  const { json } = await app.request('GET', `/v1/runs?action_id=${actionId}`)
  return z
    .looseObject({ results: z.array(withId) })
    .parse(json)
    .results.map(({ id }) => id)
}

/** Lets time pass until the action has had more runs than so many. @returns the newest, ended */
async function nextRun(actionId: string, than: number): Promise<Run> {
  for (let attempt = 0; attempt < 600; attempt++) {
    const [newest, ...others] = await runsOf(actionId)
    if (newest !== undefined && others.length >= than) return untilEnded(newest)
    app.advance(90_000)
    await recoverTriggers(app.world)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error(`no run of ${actionId} is started`)
}

const triggerShape = z.looseObject({ next_at: z.string(), error: z.null() })
/** Whoever looks at a trigger has it for so long. */
const leaseMs = 600_000

/** Lets a day pass, and waits until the trigger has looked at the table anew. */
async function lookAgain(path: string): Promise<void> {
  const read = async () => triggerShape.parse((await app.request('GET', path)).json).next_at
  const before = await read()
  app.advance(25 * 3_600_000)
  await recoverTriggers(app.world)
  for (let attempt = 0; attempt < 600; attempt++) {
    const nextAt = await read()
    const aheadMs = Date.parse(nextAt) - app.world.clock.now().getTime()
    if (nextAt !== before && Math.abs(aheadMs - leaseMs) > 30_000) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error('nobody looks at the trigger')
}

const isAddress = expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/images\//)
const total = 6

const serverAt = (server: ReturnType<typeof needs>, open: (path: string) => Promise<TroubleShop>) => ({
  isThere: server.found,
  open: () => open(server.found ? server.path : ''),
})

const { all, hosted, database, server } = troublesOf
const kinds: { kind: string; isThere: boolean; troubles: readonly Trouble[]; open: () => Promise<TroubleShop> }[] = [
  { kind: 'table', troubles: [...all, 'field retyped'], isThere: true, open: () => openBuiltIn(app) },
  {
    kind: 'airtable',
    troubles: [...hosted, 'field retyped', 'option gone'],
    isThere: true,
    open: () => openAirtable(app),
  },
  { kind: 'nocodb', troubles: [...hosted, 'plan used up'], isThere: true, open: () => openNocoDb(app) },
  { kind: 'postgres', troubles: server, ...serverAt(needs('postgresql'), openPostgres) },
  { kind: 'mysql', troubles: server, ...serverAt(needs('mariadb'), openMariadb) },
  { kind: 'sqlite', troubles: database, isThere: true, open: () => openSqlite(filesDir) },
]

describe.each(kinds)('$kind', ({ isThere, troubles, open }) => {
  let shop: TroubleShop
  let connectionId: string
  let tables = 0
  beforeAll(async () => {
    if (!isThere) return
    shop = await open()
    const { source, settings } = shop
    connectionId = await create('/v1/connections', { name: source, source, settings })
  })
  afterAll(() => shop?.close())

  const walk = (trouble: Trouble, title: string, body: () => Promise<void>) => {
    if (troubles.includes(trouble)) test.skipIf(!isThere)(title, body)
  }

  async function openTable(rows = total, writeBack = {}): Promise<TroubleTable & { name: string; actionId: string }> {
    const name = `Products ${++tables}`
    const table = await shop.createTable(name, rows)
    const actionId = await create('/v1/actions', {
      title: name,
      connection_id: connectionId,
      base_id: table.baseId,
      table: name,
      template_id: templateId,
      write_back: { url: 'Image', status: 'State', ...writeBack },
    })
    return { ...table, name, actionId }
  }

  walk('record deleted', 'a record that is deleted before it is written fails alone', async () => {
    const table = await openTable()
    const ended = await runAnd(table.actionId, () => table.deleteRecord(5))
    expect(ended).toMatchObject({ state: 'completed', total, rendered: total - 1, failed: 1 })
    expect(await reasonsOf(ended)).toEqual([expect.stringMatching(/"Product 5".*was deleted/)])
    expect(await table.images()).toEqual(Array.from({ length: total - 1 }, () => isAddress))
    expect(await run(table.actionId)).toMatchObject({ state: 'completed', total: total - 1, skipped: total - 1 })
  })

  walk(
    'field renamed',
    'a field that is renamed in mid-run, and comes back under another name, costs no image',
    async () => {
      const table = await openTable()
      const ended = await runAnd(table.actionId, () => table.renameImage('Picture'))
      if (shop.namesAreIds) {
        const message = expect.stringMatching(/no column "Image" any more\. Choose another.*There are: .*"Picture"/)
        expect(ended).toMatchObject({ state: 'failed', error: { code: 'source_not_found', message } })
        await app.request('PATCH', `/v1/actions/${table.actionId}`, { body: { write_back: { url: 'Picture' } } })
      } else expect(ended).toMatchObject({ state: 'completed', rendered: total })
      expect(await run(table.actionId)).toMatchObject({ state: 'completed', total, failed: 0 })
    },
  )

  walk('field deleted', 'a field that is deleted in mid-run ends it, and says what to do', async () => {
    const table = await openTable()
    const ended = await runAnd(table.actionId, () => table.deleteImage())
    expect(ended.error?.message ?? (await reasonsOf(ended))[0]).toMatch(/(no longer|any more).*Choose another/)
    const again = await run(table.actionId)
    expect(again).toMatchObject({ state: 'failed', error: { code: 'source_not_found' } })
    expect(again.error?.message).toMatch(
      /The field "(Image|Picture)" \(written back\) is no longer in .*There are: .*"Name"/,
    )
    const body = { write_back: { status: 'State' } }
    expect(await app.request('PATCH', `/v1/actions/${table.actionId}`, { body })).toMatchObject({ status: 200 })
    expect(await run(table.actionId)).toMatchObject({ state: 'completed', total, failed: 0 })
  })

  walk('table deleted', 'a table that is deleted in mid-run ends it; one of the same name goes on', async () => {
    const table = await openTable()
    const ended = await runAnd(table.actionId, handOf(table.deleteTable))
    expect(ended).toMatchObject({ state: 'failed', error: { code: 'source_not_found' } })
    expect(ended.error?.message).toMatch(/Choose another table/)
    const missing = await run(table.actionId)
    expect(missing).toMatchObject({ state: 'failed', error: { code: 'source_not_found' } })
    expect(missing.error?.message).toMatch(/is no longer there\. Choose another table in the action, or bring it back/)
    const again = await shop.createTable(table.name, 3)
    expect(await run(table.actionId)).toMatchObject({ state: 'completed', total: 3, failed: 0 })
    expect(await again.images()).toEqual([isAddress, isAddress, isAddress])
  })

  walk(
    'field retyped',
    'a field that takes other values by now fails its records; they are only written again',
    async () => {
      const table = await openTable()
      const retypeImage = handOf(table.retypeImage)
      const ended = await runAnd(table.actionId, () => retypeImage('number'))
      expect(ended).toMatchObject({ state: 'completed', total, rendered: 0, failed: total })
      for (const reason of await reasonsOf(ended))
        expect(reason).toMatch(/its image was made, but could not be written/)
      await retypeImage('text')
      expect(await run(table.actionId)).toMatchObject({ state: 'completed', rendered: total, failed: 0 })
      expect(await table.images()).toEqual(Array.from({ length: total }, () => isAddress))
    },
  )

  walk('locked out', 'credentials that are refused in mid-run end it; the next run goes on', async () => {
    const lockOut = handOf(shop.lockOut)
    const table = await openTable()
    let letIn: () => Promise<void> = async () => {}
    const ended = await runAnd(table.actionId, async () => {
      letIn = await lockOut()
    })
    expect(ended).toMatchObject({ state: 'failed', error: { code: 'source_auth' } })
    expect(await run(table.actionId)).toMatchObject({ state: 'failed', error: { code: 'source_auth' } })
    await letIn()
    expect(await run(table.actionId)).toMatchObject({ state: 'completed', total, failed: 0 })
    expect(await table.images()).toEqual(Array.from({ length: total }, () => isAddress))
  })

  walk(
    'answers lost',
    'pages and writes whose answers are lost are asked for again, and nothing is done twice',
    async () => {
      const proxy = handOf(shop.proxy)
      const table = await openTable()
      proxy.fail({ request: /\/(records|listRecords)(\?|$)/, times: 1, answer: 'reset' })
      proxy.fail({
        request: /\/(records|listRecords)(\?|$)/,
        times: 1,
        answer: { status: 502, contentType: 'text/html', body: '<html>' },
      })
      proxy.fail({ request: /^PATCH/, times: 1, answer: 'reset', afterwards: true })
      const ended = await run(table.actionId)
      expect(ended).toMatchObject({ state: 'completed', total, rendered: total, failed: 0 })
      const images = await table.images()
      expect(new Set(images).size).toBe(total)
      expect(await run(table.actionId)).toMatchObject({ skipped: total })
      expect(await table.images()).toEqual(images)
    },
  )

  walk('wide table', '200 fields, and a cell of 100,000 characters, are a table like any other', async () => {
    const table = await openTable()
    await table.addFields(200 - 7)
    await table.changeName(2, 'ü'.repeat(100_000))
    expect(await run(table.actionId)).toMatchObject({ state: 'completed', total, rendered: total, failed: 0 })
    expect(await table.images()).toEqual(Array.from({ length: total }, () => isAddress))
    expect(await run(table.actionId)).toMatchObject({ skipped: total })
  })

  walk('storm', 'a storm of "slow down" costs time and nothing else', async () => {
    const proxy = handOf(shop.proxy)
    const table = await openTable(total)
    const headers = { 'retry-after': '20' }
    const body = JSON.stringify({ error: { type: 'RATE_LIMIT_REACHED', message: 'Too many requests' } })
    proxy.fail({ request: /records/i, times: 3, answer: { status: 429, body, headers } })
    proxy.fail({ request: /^PATCH/, times: 2, answer: { status: 429, body, headers } })
    const passing = setInterval(() => app.advance(10_000), 50)
    try {
      expect(await run(table.actionId)).toMatchObject({ state: 'completed', total, rendered: total, failed: 0 })
    } finally {
      clearInterval(passing)
    }
    expect(await table.images()).toEqual(Array.from({ length: total }, () => isAddress))
  })

  walk('quota', 'the last request of a month ends the run; with a larger bound the next one goes on', async () => {
    const table = await openTable(total)
    const bound = (calls: number | null) =>
      app.request('PATCH', `/v1/connections/${connectionId}`, { body: { settings: { calls_per_month: calls } } })
    expect(await bound(1)).toMatchObject({ status: 200 })
    const ended = await run(table.actionId)
    expect(ended).toMatchObject({ state: 'failed', error: { code: 'source_quota' } })
    expect(ended.error?.message).toMatch(/1 request.*a month/)
    expect(await bound(null)).toMatchObject({ status: 200 })
    expect(await run(table.actionId)).toMatchObject({ state: 'completed', total, failed: 0 })
  })

  walk(
    'plan used up',
    'a plan that allows no more ends the run; when it does again, the next one goes on',
    async () => {
      const proxy = handOf(shop.proxy)
      const table = await openTable()
      const body = JSON.stringify({
        error: 'ERR_PLAN_LIMIT_EXCEEDED',
        message: 'Records limit of your plan is reached',
      })
      proxy.fail({ request: /^PATCH/, times: Number.POSITIVE_INFINITY, answer: { status: 402, body } })
      const ended = await run(table.actionId)
      const message = expect.stringMatching(/plan does not allow.*Check its limits/)
      expect(ended).toMatchObject({ state: 'failed', error: { code: 'source_quota', message } })
      proxy.heal()
      expect(await run(table.actionId)).toMatchObject({ state: 'completed', total, failed: 0 })
      expect(await table.images()).toEqual(Array.from({ length: total }, () => isAddress))
    },
  )

  walk('option gone', 'an option that is gone fails the records with its name, and keeps their images', async () => {
    const table = await openTable()
    const ended = await runAnd(table.actionId, handOf(table.refuseState))
    expect(ended).toMatchObject({ state: 'completed', total, failed: total })
    for (const reason of await reasonsOf(ended))
      expect(reason).toMatch(/could not be written.*(no such option|constraint)/i)
    const body = { write_back: { url: 'Image' } }
    expect(await app.request('PATCH', `/v1/actions/${table.actionId}`, { body })).toMatchObject({ status: 200 })
    expect(await run(table.actionId)).toMatchObject({ state: 'completed', rendered: total, failed: 0 })
  })

  walk('own writes', 'told of its changes, an action never starts over what it has written itself', async () => {
    const table = await openTable(total, shop.takesFiles ? { attachment: { field: 'Card' } } : {})
    const { actionId } = table
    const settings = { poll_minutes: 1, gather_seconds: 1 }
    const body = { action_id: actionId, kind: 'table_change', settings }
    const made = await app.request('POST', '/v1/triggers', { body })
    expect(made, made.text).toMatchObject({ status: 201, json: { error: null } })
    const path = `/v1/triggers/${withId.parse(made.json).id}`
    const first = await nextRun(actionId, 0)
    expect(first).toMatchObject({ state: 'completed', total, rendered: total, failed: 0 })
    await shop.settled?.()
    for (let look = 0; look < 3; look++) await lookAgain(path)
    expect(await runsOf(actionId)).toHaveLength(1)
    await table.changeName(1, 'Another name')
    await shop.settled?.()
    const second = await nextRun(actionId, 1)
    expect(second).toMatchObject({ state: 'completed', rendered: 1, failed: 0 })
    await shop.settled?.()
    for (let look = 0; look < 2; look++) await lookAgain(path)
    // a product whose call was answered late calls again, which starts a run that finds nothing to do
    const ended = await Promise.all((await runsOf(actionId)).map(untilEnded))
    expect(ended.reduce((sum, { rendered }) => sum + rendered, 0)).toBe(total + 1)
    expect(ended.filter(({ rendered }) => rendered > 0)).toHaveLength(2)
    const told = await runsOf(actionId)
    await lookAgain(path)
    expect(await runsOf(actionId)).toEqual(told)
    expect(await app.request('DELETE', path)).toMatchObject({ status: 204 })
  })
})
