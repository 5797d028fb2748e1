import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startWatching } from '@pictable/server/triggers/watch-tables.ts'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { needs } from '#test/needs.ts'
import { cardDesign } from '#test/scenarios/seed.ts'
import { openMariadb, openSqlite } from '#test/scenarios/trouble-databases.ts'
import { openTroubleFiles } from '#test/scenarios/trouble-files.ts'
import {
  create,
  lookAgain,
  nextRun,
  type Run,
  readRun,
  reasonsOf,
  runAnd,
  runOnce,
  runsOf,
  trigger,
  untilEnded,
  withId,
} from '#test/scenarios/trouble-runs.ts'
import {
  handOf,
  newNames,
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
const files = openTroubleFiles(filesDir)
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

let app: TestApp
let templateId: string
let stopWatching: () => Promise<void> = async () => {}
beforeAll(async () => {
  app = await startApp()
  app.hasten(20)
  // where the products reach it
  Object.assign(app.world, { publicUrl: app.url, sources: files.sourcesWith(app.world.sources) })
  stopWatching = startWatching(app.world, { warn: () => {} }, { everyMs: 200, isAlone: true })
  templateId = await create(app, '/v1/templates', { name: 'Card', design: cardDesign, publish: true })
})
afterAll(async () => {
  await stopWatching()
  await app.close()
  rmSync(filesDir, { recursive: true })
})

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
    connectionId = await create(app, '/v1/connections', { name: source, source, settings })
  })
  afterAll(() => shop?.close())

  const walk = (trouble: Trouble, title: string, body: () => Promise<void>) => {
    if (troubles.includes(trouble)) test.skipIf(!isThere)(title, body)
  }

  async function openTable(rows = total, writeBack = {}): Promise<TroubleTable & { name: string; actionId: string }> {
    const name = `Products ${++tables}`
    const table = await shop.createTable(name, rows)
    const actionId = await create(app, '/v1/actions', {
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
    const ended = await runAnd(app, table.actionId, () => table.deleteRecord(5))
    expect(ended).toMatchObject({ state: 'completed', total, rendered: total - 1, failed: 1 })
    expect(await reasonsOf(app, ended)).toEqual([expect.stringMatching(/"Product 5".*was deleted/)])
    expect(await table.images()).toEqual(Array.from({ length: total - 1 }, () => isAddress))
    expect(await runOnce(app, table.actionId)).toMatchObject({
      state: 'completed',
      total: total - 1,
      skipped: total - 1,
    })
  })

  walk(
    'field renamed',
    'a field that is renamed in mid-run, and comes back under another name, costs no image',
    async () => {
      const table = await openTable()
      const ended = await runAnd(app, table.actionId, () => table.renameImage('Picture'))
      if (shop.namesAreIds) {
        const message = expect.stringMatching(
          /no longer has the column "Image"\. Choose another.*There are: .*"Picture"/,
        )
        expect(ended).toMatchObject({ state: 'failed', error: { code: 'source_not_found', message } })
        await app.request('PATCH', `/v1/actions/${table.actionId}`, { body: { write_back: { url: 'Picture' } } })
      } else expect(ended).toMatchObject({ state: 'completed', rendered: total })
      expect(await runOnce(app, table.actionId)).toMatchObject({ state: 'completed', total, failed: 0 })
    },
  )

  walk('field deleted', 'a field that is deleted in mid-run ends it, and says what to do', async () => {
    const table = await openTable()
    const ended = await runAnd(app, table.actionId, () => table.deleteImage())
    expect(ended.error?.message ?? (await reasonsOf(app, ended))[0]).toMatch(/no longer.*Choose another/)
    const again = await runOnce(app, table.actionId)
    expect(again).toMatchObject({ state: 'failed', error: { code: 'source_not_found' } })
    expect(again.error?.message).toMatch(
      /The field "(Image|Picture)" \(written back\) is no longer in .*There are: .*"Name"/,
    )
    const body = { write_back: { status: 'State' } }
    expect(await app.request('PATCH', `/v1/actions/${table.actionId}`, { body })).toMatchObject({ status: 200 })
    expect(await runOnce(app, table.actionId)).toMatchObject({ state: 'completed', total, failed: 0 })
  })

  walk('table deleted', 'a table that is deleted in mid-run ends it; one of the same name goes on', async () => {
    const table = await openTable()
    const ended = await runAnd(app, table.actionId, handOf(table.deleteTable))
    expect(ended).toMatchObject({ state: 'failed', error: { code: 'source_not_found' } })
    expect(ended.error?.message).toMatch(/Choose another table/)
    const missing = await runOnce(app, table.actionId)
    expect(missing).toMatchObject({ state: 'failed', error: { code: 'source_not_found' } })
    expect(missing.error?.message).toMatch(/no longer exists\. Choose another table in the action, or restore it/)
    const again = await shop.createTable(table.name, 3)
    expect(await runOnce(app, table.actionId)).toMatchObject({ state: 'completed', total: 3, failed: 0 })
    expect(await again.images()).toEqual([isAddress, isAddress, isAddress])
  })

  walk(
    'field retyped',
    'a field that takes other values by now fails its records; they are only written again',
    async () => {
      const table = await openTable()
      const retypeImage = handOf(table.retypeImage)
      const ended = await runAnd(app, table.actionId, () => retypeImage('number'))
      expect(ended).toMatchObject({ state: 'completed', total, rendered: 0, failed: total })
      for (const reason of await reasonsOf(app, ended))
        expect(reason).toMatch(/its image was rendered, but could not be written/)
      await retypeImage('text')
      expect(await runOnce(app, table.actionId)).toMatchObject({ state: 'completed', rendered: total, failed: 0 })
      expect(await table.images()).toEqual(Array.from({ length: total }, () => isAddress))
    },
  )

  walk('locked out', 'credentials that are refused in mid-run end it; the next run goes on', async () => {
    const lockOut = handOf(shop.lockOut)
    const table = await openTable()
    let letIn: () => Promise<void> = async () => {}
    const ended = await runAnd(app, table.actionId, async () => {
      letIn = await lockOut()
    })
    expect(ended).toMatchObject({ state: 'failed', error: { code: 'source_auth' } })
    expect(await runOnce(app, table.actionId)).toMatchObject({ state: 'failed', error: { code: 'source_auth' } })
    await letIn()
    expect(await runOnce(app, table.actionId)).toMatchObject({ state: 'completed', total, failed: 0 })
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
      const ended = await runOnce(app, table.actionId)
      expect(ended).toMatchObject({ state: 'completed', total, rendered: total, failed: 0 })
      const images = await table.images()
      expect(new Set(images).size).toBe(total)
      expect(await runOnce(app, table.actionId)).toMatchObject({ skipped: total })
      expect(await table.images()).toEqual(images)
    },
  )

  walk('wide table', '200 fields, and a cell of 100,000 characters, are a table like any other', async () => {
    const table = await openTable()
    await table.addFields(200 - 7)
    await table.changeName(2, 'ü'.repeat(100_000))
    expect(await runOnce(app, table.actionId)).toMatchObject({ state: 'completed', total, rendered: total, failed: 0 })
    expect(await table.images()).toEqual(Array.from({ length: total }, () => isAddress))
    expect(await runOnce(app, table.actionId)).toMatchObject({ skipped: total })
  })

  walk('storm', 'a storm of "slow down" costs time and nothing else', async () => {
    const proxy = handOf(shop.proxy)
    const table = await openTable(total)
    const headers = { 'retry-after': '20' }
    const body = JSON.stringify({ error: { type: 'RATE_LIMIT_REACHED', message: 'Too many requests' } })
    proxy.fail({ request: /records/i, times: 2, answer: { status: 429, body, headers } })
    proxy.fail({ request: /^PATCH/, times: 1, answer: { status: 429, body, headers } })
    const runId = await trigger(app, table.actionId)
    const held = {
      code: 'source_rate_limited',
      message: expect.stringMatching(/^(Airtable|NocoDB) limits the requests/),
    }
    const until = expect.stringMatching(/^\d{4}-/)
    await expect.poll(async () => (await readRun(app, runId)).waiting_for).toEqual({ ...held, until })
    const ended = await untilEnded(app, runId)
    expect(ended).toMatchObject({ state: 'completed', total, rendered: total, failed: 0, waiting_for: null })
    expect(await table.images()).toEqual(Array.from({ length: total }, () => isAddress))
  })

  walk(
    'quota',
    'the last request of a day or month ends the run; with a larger bound the next one goes on',
    async () => {
      const table = await openTable(total)
      for (const span of ['day', 'month']) {
        const bound = (calls: number | null) =>
          app.request('PATCH', `/v1/connections/${connectionId}`, {
            body: { settings: { [`calls_per_${span}`]: calls } },
          })
        expect(await bound(1)).toMatchObject({ status: 200 })
        const ended = await runOnce(app, table.actionId)
        expect(ended).toMatchObject({ state: 'failed', error: { code: 'source_quota' } })
        expect(ended.error?.message).toMatch(new RegExp(`used its 1 requests per ${span}\\..*run the action again`))
        expect(await bound(null)).toMatchObject({ status: 200 })
      }
      expect(await runOnce(app, table.actionId)).toMatchObject({ state: 'completed', total, failed: 0 })
    },
  )

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
      const ended = await runOnce(app, table.actionId)
      const message = expect.stringMatching(/plan does not allow.*Check the limits/)
      expect(ended).toMatchObject({ state: 'failed', error: { code: 'source_quota', message } })
      proxy.heal()
      expect(await runOnce(app, table.actionId)).toMatchObject({ state: 'completed', total, failed: 0 })
      expect(await table.images()).toEqual(Array.from({ length: total }, () => isAddress))
    },
  )

  walk('option gone', 'an option that is gone fails the records with its name, and keeps their images', async () => {
    const table = await openTable()
    const ended = await runAnd(app, table.actionId, handOf(table.refuseState))
    expect(ended).toMatchObject({ state: 'completed', total, failed: total })
    for (const reason of await reasonsOf(app, ended)) {
      expect(reason).toMatch(/could not be written.*(no such option|constraint)/i)
      // that detail would show every column of the row
      expect(reason).not.toContain('Failing row')
    }
    const body = { write_back: { url: 'Image' } }
    expect(await app.request('PATCH', `/v1/actions/${table.actionId}`, { body })).toMatchObject({ status: 200 })
    expect(await runOnce(app, table.actionId)).toMatchObject({ state: 'completed', rendered: total, failed: 0 })
  })

  walk('own writes', 'told of its changes, an action never starts over what it has written itself', async () => {
    const table = await openTable(total, shop.takesFiles ? { attachment: { field: 'Card' } } : {})
    const { actionId } = table
    const settings = { poll_minutes: 1, gather_seconds: 1 }
    const body = { action_id: actionId, kind: 'table_change', settings }
    const made = await app.request('POST', '/v1/triggers', { body })
    expect(made, made.text).toMatchObject({ status: 201, json: { error: null } })
    const path = `/v1/triggers/${withId.parse(made.json).id}`
    const first = await nextRun(app, actionId, 0)
    expect(first).toMatchObject({ state: 'completed', total, rendered: total, failed: 0 })
    await shop.settled?.()
    await lookAgain(app, path)
    expect(await runsOf(app, actionId)).toHaveLength(1)
    await table.changeName(1, 'Another name')
    await shop.settled?.()
    const second = await nextRun(app, actionId, 1)
    expect(second).toMatchObject({ state: 'completed', rendered: 1, failed: 0 })
    await shop.settled?.()
    await lookAgain(app, path)
    // a product whose call was answered late calls again, which starts a run that finds nothing to do
    const ended: Run[] = []
    for (const id of await runsOf(app, actionId)) ended.push(await untilEnded(app, id))
    expect(ended.reduce((sum, { rendered }) => sum + rendered, 0)).toBe(total + 1)
    expect(ended.filter(({ rendered }) => rendered > 0)).toHaveLength(2)
    const told = await runsOf(app, actionId)
    await lookAgain(app, path)
    expect(await runsOf(app, actionId)).toEqual(told)
    expect(await app.request('DELETE', path)).toMatchObject({ status: 204 })
  })
})

describe('file', () => {
  let connectionId: string
  beforeAll(async () => {
    connectionId = await create(app, '/v1/connections', { name: 'Files', source: 'file', settings: { path: '.' } })
  })

  const linesOf = (rows: number) =>
    ['Name,Price', ...Array.from({ length: rows }, (_, n) => `Product ${n},${n}`)].join('\n')

  async function openFile(name: string, content: string): Promise<string> {
    files.write(name, content)
    return create(app, '/v1/actions', {
      title: name,
      connection_id: connectionId,
      base_id: 'files',
      table: name,
      template_id: templateId,
      mapping: { Name: { field: 'Name' } },
      filter: { field: 'Price', operator: 'greater', value: -1 },
    })
  }

  test('one that is replaced while it is read is read anew; one that goes ends the run', async () => {
    const rows = 501
    const name = 'products.csv'
    const actionId = await openFile(name, linesOf(rows))
    files.afterFirstPage(() => files.write(name, linesOf(rows + 2)))
    expect(await runOnce(app, actionId)).toMatchObject({ state: 'completed', total: rows + 2, rendered: rows + 2 })
    files.afterFirstPage(() => files.rename(name, 'moved.csv'))
    const gone = await runOnce(app, actionId)
    expect(gone).toMatchObject({ state: 'failed', total: 500, error: { code: 'source_not_found' } })
    expect(gone.error?.message).toMatch(/"products\.csv" no longer exists\. Restore it, or choose another table/)
    expect((await runOnce(app, actionId)).error?.message).toMatch(
      /"products\.csv" no longer exists\. Choose another table.*There are: .*"moved\.csv"/,
    )
    files.rename('moved.csv', name)
    expect(await runOnce(app, actionId)).toMatchObject({ state: 'completed', skipped: rows + 2 })
    files.remove(name)
    expect(await runOnce(app, actionId)).toMatchObject({ state: 'failed', error: { code: 'source_not_found' } })
  })

  test.each([
    ['half-written.csv', 'Name,Price\nProduct 0,0\n"Prod', /"half-written\.csv": .*a double quote is never closed/],
    ['short.csv', 'Name,Price\nProduct 0,0\nProduct 1\n', /"short\.csv": Line 3: the row has one cell/],
    ['half-written.json', '[{"Name":"Product 0","Price":0},{"Na', /"half-written\.json": The file is not JSON/],
    ['columns.csv', 'Title,Price\nProduct 0,0\n', /field "Name" \(mapped to "Name"\) is no longer.*There are: "Title"/],
    ['types.json', '[{"Name":"Product 0","Price":{"EUR":4}}]', /The filter of the action no longer matches the table/],
    [
      'wide.csv',
      `${Array.from({ length: 201 }, (_, n) => `More ${n}`).join(',')}\n${'x,'.repeat(200)}x`,
      /more than 200 fields/,
    ],
  ])('%s ends the run with a reason; mended, the next one goes on', async (name, broken, message) => {
    const whole = name.endsWith('.csv')
      ? linesOf(total)
      : JSON.stringify(Array.from({ length: total }, (_, n) => ({ Name: `Product ${n}`, Price: n })))
    const actionId = await openFile(name, whole)
    expect(await runOnce(app, actionId)).toMatchObject({ state: 'completed', rendered: total })
    files.write(name, broken)
    const ended = await runOnce(app, actionId)
    expect(ended).toMatchObject({ state: 'failed', total: 0, error: { message: expect.stringMatching(message) } })
    files.write(name, whole)
    expect(await runOnce(app, actionId)).toMatchObject({ state: 'completed', total, skipped: total })
  })

  test('200 fields, and a cell of 100,000 characters, are a file like any other', async () => {
    const more = newNames(198)
    const rows = Array.from({ length: total }, (_, n) => [n === 2 ? 'ü'.repeat(100_000) : `Product ${n}`, n, ...more])
    const actionId = await openFile(
      'large.csv',
      [['Name', 'Price', ...more], ...rows].map((row) => row.join(',')).join('\n'),
    )
    expect(await runOnce(app, actionId)).toMatchObject({ state: 'completed', total, rendered: total })
    expect(await runOnce(app, actionId)).toMatchObject({ skipped: total })
  })
})
