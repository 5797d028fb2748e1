import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { Base, Table } from '#test/fakes/airtable/model.ts'
import { type FakeAirtable, startFakeAirtable } from '#test/fakes/airtable/start-fake-airtable.ts'
import { cardDesign, untilStatus } from '#test/scenarios/seed.ts'
import { startApp, type TestApp } from '#test/start-app.ts'
import { until } from '#test/until.ts'

/** The real limits, but for the wait after one was broken: the app's clock is moved over that. */
const settings = { penaltyMs: 200 }

let app: TestApp
let airtable: FakeAirtable
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  airtable = await startFakeAirtable(settings)
})
afterEach(async () => {
  app.rendering.open()
  await airtable.close()
})

const withId = z.looseObject({ id: z.string() })

async function create(path: string, body: unknown): Promise<string> {
  const answer = await app.request('POST', path, { body })
  if (answer.status !== 201) throw new Error(`${path}: ${answer.status} ${answer.text}`)
  return withId.parse(answer.json).id
}

interface Shop {
  base: Base
  table: Table
  token: string
  connectionId: string
  actionId: string
}

/** A base with so many products, of which a view shows those with a price, and an action that writes addresses back. */
async function openShop(count: number, more: { calls_per_month?: number; write_back?: unknown } = {}): Promise<Shop> {
  const { control } = airtable
  const base = control.createBase('Shop')
  const table = control.createTable(base, {
    name: 'Products',
    fields: [
      { name: 'Name', type: 'singleLineText' },
      { name: 'Price', type: 'number' },
      { name: 'Image', type: 'url' },
    ],
    views: [{ name: 'Grid view' }, { name: 'For sale', filter: '{Price} > 0', sort: [{ field: 'Price' }] }],
  })
  control.addRecords(table, { count: count + 1, make: (n) => ({ Name: `Product ${n}`, Price: n }) })
  const token = control.createToken({ bases: [base] })
  const { calls_per_month, write_back = { url: 'Image' } } = more
  const connectionId = await create('/v1/connections', {
    name: 'Airtable',
    source: 'airtable',
    settings: { token, endpoint_url: airtable.url, ...(calls_per_month !== undefined && { calls_per_month }) },
  })
  const templateId = await create('/v1/templates', { name: 'Card', design: cardDesign, publish: true })
  const actionId = await create('/v1/actions', {
    title: 'Cards',
    connection_id: connectionId,
    base_id: base.id,
    table: 'Products',
    view: 'For sale',
    template_id: templateId,
    ...(write_back !== null && { write_back }),
  })
  return { base, table, token, connectionId, actionId }
}

/** @returns the id of the run */
async function trigger({ actionId }: Shop): Promise<string> {
  const answer = await app.request('POST', `/v1/tablesources/${actionId}`)
  expect(answer).toMatchObject({ status: 200, json: { status: 'Starting', table_name: 'Products' } })
  return answer.headers.get('x-run-id') ?? ''
}

const runState = z.looseObject({ id: z.string(), state: z.string(), waiting_for: z.looseObject({}).nullable() })

/** Asks until the run has ended, with time for all that Airtable's limits allow a second. What a run waits for passes sooner. */
function untilEnded(runId: string): Promise<z.output<typeof runState>> {
  return until(
    `the end of the run ${runId}`,
    async () => {
      const now = runState.parse((await app.request('GET', `/v1/runs/${runId}`)).json)
      if (now.state !== 'active' && now.state !== 'waiting') return now
      if (now.waiting_for !== null) app.advance(15_000)
      return null
    },
    { withinMs: 110_000, everyMs: 40 },
  )
}

async function run(shop: Shop) {
  return untilEnded(await trigger(shop))
}

/** Triggers, and does something when the table has been read and the first image is being rendered. */
async function runAnd(shop: Shop, meanwhile: () => void) {
  app.rendering.close()
  const runId = await trigger(shop)
  await app.rendering.arrival()
  await untilStatus(app, shop.actionId, 'Started')
  meanwhile()
  app.rendering.open()
  return untilEnded(runId)
}

const imagesIn = ({ table }: Shop) =>
  [...table.records.values()].map(({ cells }) => cells.get(table.fields[2]?.id ?? '') ?? null)

const failuresOf = async (runId: string) => {
  const answer = await app.request('GET', `/v1/runs/${runId}/records?state=failed&limit=100`)
  return z
    .looseObject({ results: z.array(z.looseObject({ record_id: z.string(), reason: z.unknown() })) })
    .parse(answer.json).results
}

describe('an action over Airtable', () => {
  test('connects, is checked, makes the images of a view and writes their addresses; the next run only reads', async () => {
    const shop = await openShop(25)
    const check = await app.request('POST', `/v1/connections/${shop.connectionId}/test`)
    expect(check.json).toEqual({ ok: true, account: 'ada@example.com', warnings: [], error: null })
    expect(await run(shop)).toMatchObject({ state: 'completed', total: 25, rendered: 25, written_back: 25 })
    const images = imagesIn(shop)
    expect(images[0]).toBeNull()
    expect(images.slice(1)).toEqual(
      Array.from({ length: 25 }, () => expect.stringMatching(/^https:\/\/pictable\.example/)),
    )
    expect(new Set(images).size).toBe(26)

    const before = airtable.control.counters()
    expect(await run(shop)).toMatchObject({ state: 'completed', skipped: 25, rendered: 0 })
    const { byKind, rateLimited } = airtable.control.counters()
    // Whether the token may write is asked by an update of no records.
    expect((byKind.update ?? 0) - (before.byKind.update ?? 0)).toBe(1)
    expect((byKind.list ?? 0) - (before.byKind.list ?? 0)).toBe(1)
    expect(rateLimited).toBe(0)
    expect(imagesIn(shop)).toEqual(images)
  })

  test('says what is wrong with a connection, in words, and never the token', async () => {
    const shop = await openShop(1)
    airtable.control.revokeToken(shop.token)
    const check = await app.request('POST', `/v1/connections/${shop.connectionId}/test`)
    expect(check.json).toMatchObject({ ok: false, error: { code: 'source_auth' } })
    expect(check.text).toMatch(/airtable\.com\/create\/tokens/)
    const shown = await app.request('GET', `/v1/connections/${shop.connectionId}`)
    for (const { text } of [check, shown]) expect(text).not.toContain(shop.token)
  })

  test('ends a run whose token is revoked meanwhile, and the next one goes on', async () => {
    const shop = await openShop(12)
    const ended = await runAnd(shop, () => airtable.control.revokeToken(shop.token))
    expect(ended).toMatchObject({
      state: 'failed',
      error: { code: 'source_auth', message: expect.stringMatching(/token/) },
    })
    expect(imagesIn(shop).filter((url) => url !== null)).toEqual([])
    const token = airtable.control.createToken({ bases: [shop.base] })
    await app.request('PATCH', `/v1/connections/${shop.connectionId}`, { body: { settings: { token } } })
    expect(await run(shop)).toMatchObject({ state: 'completed', total: 12, written_back: 12 })
    expect(imagesIn(shop).filter((url) => url !== null)).toHaveLength(12)
  })

  test.each(['error', 'errors'] as const)('ends a run when the month is used up (%s)', async (quotaShape) => {
    const shop = await openShop(12)
    const ended = await runAnd(shop, () => airtable.control.set({ monthlyCalls: 0, quotaShape }))
    expect(ended).toMatchObject({
      state: 'failed',
      error: { code: 'source_quota', message: expect.stringMatching(/this month/) },
    })
    expect(airtable.control.counters().quotaRefused).toBeLessThanOrEqual(3)
  })

  test('ends a run at the bound that the connection sets itself, and sends nothing more', async () => {
    const shop = await openShop(30, { calls_per_month: 5 })
    const ended = await run(shop)
    expect(ended).toMatchObject({
      state: 'failed',
      error: { code: 'source_quota', message: expect.stringMatching(/5 requests per month/) },
    })
    expect(airtable.control.counters().total).toBe(5)
  })

  test('knows its table, view and fields by their ids when they are renamed', async () => {
    const shop = await openShop(3)
    const { control } = airtable
    const ended = await runAnd(shop, () => {
      control.renameTable(shop.table, 'Goods')
      control.renameField(shop.table, control.field(shop.table, 'Image'), 'Picture')
    })
    expect(ended).toMatchObject({ state: 'completed', written_back: 3 })
    const [, view] = shop.table.views
    if (view) control.renameView(view, 'On sale')
    expect(await run(shop)).toMatchObject({ state: 'completed', skipped: 3 })
  })

  test('ends a run whose field is deleted meanwhile, naming what there is', async () => {
    const shop = await openShop(12)
    const { control } = airtable
    const ended = await runAnd(shop, () => control.deleteField(shop.table, control.field(shop.table, 'Image')))
    expect(ended).toMatchObject({
      state: 'failed',
      error: {
        code: 'source_not_found',
        message: expect.stringMatching(/no longer in the table "Products".*There are: "Name", "Price"/),
      },
    })
  })

  test('fails a record alone that is deleted before it is written', async () => {
    const shop = await openShop(12)
    const fifth = [...shop.table.records.values()][5]
    const ended = await runAnd(shop, () => {
      if (fifth) airtable.control.deleteRecord(shop.table, fifth)
    })
    expect(ended).toMatchObject({ state: 'completed', total: 12, rendered: 11, failed: 1, written_back: 11 })
    expect(await failuresOf(ended.id)).toMatchObject([
      { record_id: fifth?.id, reason: { code: 'source_not_found', message: expect.stringMatching(/was deleted/) } },
    ])
  })

  test('gets through a storm of "slow down", losing nothing', async () => {
    const shop = await openShop(12)
    const body = { errors: [{ error: 'RATE_LIMIT_REACHED', message: 'Rate limit exceeded. Please try again later' }] }
    airtable.control.fail({ answer: { status: 429, body }, times: 4 })
    const runId = await trigger(shop)
    expect(await untilEnded(runId)).toMatchObject({ state: 'completed', written_back: 12 })
  })

  test('reads on behind a page that died, and begins anew when Airtable has forgotten the listing', async () => {
    const shop = await openShop(250, { write_back: null })
    const isLater = ({ kind, body }: { kind: string; body: unknown }) =>
      kind === 'list' && JSON.stringify(body).includes('offset')
    airtable.control.fail({ answer: 'html', status: 502, match: isLater })
    const forgotten = {
      error: { type: 'LIST_RECORDS_ITERATOR_NOT_AVAILABLE', message: 'The iterator is not available' },
    }
    airtable.control.fail({ answer: { status: 422, body: forgotten }, match: isLater })
    expect(await run(shop)).toMatchObject({ state: 'completed', total: 250, rendered: 250 })
    // 1 page, the dead one, the forgotten one, and 3 from the beginning
    expect(airtable.control.counters().byKind.list).toBe(6)
  })

  test('brings fields of linked records, each record once, and estimates the requests for them', async () => {
    const { control } = airtable
    const base = control.createBase('Shop')
    const lines = control.createTable(base, {
      name: 'Lines',
      fields: [
        { name: 'Item', type: 'singleLineText' },
        { name: 'Pieces', type: 'number' },
      ],
    })
    control.addRecords(lines, { count: 600, make: (n) => ({ Item: `Item ${n}`, Pieces: n % 7 }) })
    const lineIds = [...lines.records.values()].map(({ id }) => id)
    const orders = control.createTable(base, {
      name: 'Orders',
      fields: [
        { name: 'Name', type: 'singleLineText' },
        { name: 'Lines', type: 'multipleRecordLinks', options: { linkedTableId: lines.id } },
      ],
    })
    control.addRecords(orders, {
      count: 120,
      make: (n) => ({ Name: `Order ${n}`, Lines: [0, 1, 2, 3, 4].map((m) => lineIds[m * 120 + n] ?? '') }),
    })
    const settings = { token: control.createToken({ bases: [base] }), endpoint_url: airtable.url }
    const connectionId = await create('/v1/connections', { name: 'Airtable', source: 'airtable', settings })
    const rows = { type: 'table', name: 'Rows', x: 0, y: 0, width: 90, height: 90, rows: { bind: 'Rows' } }
    const design = { schema: 1, width: 90, height: 90, layers: [rows] }
    const templateId = await create('/v1/templates', { name: 'Invoice', design, publish: true })
    const actionId = await create('/v1/actions', {
      ...{ title: 'Invoices', connection_id: connectionId, base_id: base.id, table: 'Orders', template_id: templateId },
      mapping: { Rows: { field: 'Lines', columns: ['Item', 'Pieces'] } },
    })
    const started = withId.parse((await app.request('POST', `/v1/actions/${actionId}/runs`, { body: {} })).json)
    expect(await untilEnded(started.id)).toMatchObject({ state: 'completed', total: 120, rendered: 120 })
    // 100 orders have 500 lines, and the other 20 have 100: once for the fields, once for the names that links are shown by.
    const ofLines = control.requests().filter(({ path }) => path.includes(lines.id))
    expect(ofLines).toHaveLength(2 * 6)
    const values = z.object({
      results: z.array(
        z.object({ values: z.object({ Rows: z.array(z.object({ Item: z.string(), Pieces: z.number() })) }) }),
      ),
      next: z.string().nullable(),
    })
    const seen: string[] = []
    for (let after: string | null = ''; after !== null; ) {
      const place: string = after === '' ? '' : `&after=${encodeURIComponent(after)}`
      const path = `/v1/images?run_id=${started.id}&limit=100${place}`
      const page = values.parse((await app.request('GET', path)).json)
      seen.push(...page.results.flatMap((image) => image.values.Rows.map(({ Item, Pieces }) => `${Item}: ${Pieces}`)))
      after = page.next
    }
    const wanted = Array.from({ length: 600 }, (_, n) => `Item ${n}: ${n % 7}`)
    expect(seen.toSorted()).toEqual(wanted.toSorted())
    const dry = await app.request('POST', `/v1/actions/${actionId}/runs`, { body: { dry_run: true } })
    // The fields of two tables, the name of one, 2 pages, the lines, and their names.
    expect(dry.json).toMatchObject({ records: 120, calls: { read: 3 + 2 + 6 + 6 } })
  })

  test.each([
    ['each order has a customer of its own', (n: number) => n],
    ['few customers have all orders', (n: number) => n % 7],
  ])(
    'estimates as many requests as a run makes for names of links, also of linked records: %s',
    async (_, customerOf) => {
      const { control } = airtable
      const base = control.createBase('Shop')
      const named = (name: string, more: Parameters<typeof control.createTable>[1]['fields'] = []) =>
        control.createTable(base, { name, fields: [{ name: 'Name', type: 'singleLineText' }, ...more] })
      const link = (name: string, { id }: { id: string }) =>
        ({ name, type: 'multipleRecordLinks', options: { linkedTableId: id } }) as const
      const [suppliers, customers] = [named('Suppliers'), named('Customers')]
      const lines = named('Lines', [link('Supplier', suppliers)])
      const orders = named('Orders', [link('Customer', customers), link('Lines', lines), link('Unused', lines)])
      const ids = (table: Table) => [...table.records.values()].map(({ id }) => id)
      const fill = (table: Table, count: number, more: (n: number) => Record<string, unknown> = () => ({})) => {
        control.addRecords(table, { count, make: (n) => ({ Name: `${table.name} ${n}`, ...more(n) }) })
        return ids(table)
      }
      const supplierIds = fill(suppliers, 250)
      const customerIds = fill(customers, 250)
      const lineIds = fill(lines, 500, (n) => ({ Supplier: [supplierIds[n % 250]] }))
      fill(orders, 250, (n) => ({
        ...{ Customer: [customerIds[customerOf(n)]], Lines: [lineIds[n * 2], lineIds[n * 2 + 1]] },
        Unused: [lineIds[n]],
      }))
      const settings = { token: control.createToken({ bases: [base] }), endpoint_url: airtable.url }
      const connectionId = await create('/v1/connections', { name: 'Airtable', source: 'airtable', settings })
      const table = {
        ...{ type: 'table', name: 'Rows', x: 0, y: 0, width: 90, height: 90, rows: { bind: 'Lines' } },
        columns: [{ field: 'Name' }, { field: 'Supplier' }],
      }
      const text = { type: 'text', name: 'Customer', x: 0, y: 0, width: 90, height: 20, text: { bind: 'Customer' } }
      const design = { schema: 1, width: 90, height: 90, layers: [table, text] }
      const templateId = await create('/v1/templates', { name: 'Invoice', design, publish: true })
      const actionId = await create('/v1/actions', {
        ...{
          title: 'Invoices',
          connection_id: connectionId,
          base_id: base.id,
          table: 'Orders',
          template_id: templateId,
        },
      })
      const before = control.counters().byKind.list ?? 0
      const started = withId.parse((await app.request('POST', `/v1/actions/${actionId}/runs`, { body: {} })).json)
      expect(await untilEnded(started.id)).toMatchObject({ state: 'completed', total: 250, rendered: 250 })
      const listed = (control.counters().byKind.list ?? 0) - before
      const estimate = z.object({ calls: z.object({ read: z.number() }) })
      const dry = await app.request('POST', `/v1/actions/${actionId}/runs`, { body: { dry_run: true } })
      // The fields of two tables and the name of one are other requests.
      expect(estimate.parse(dry.json).calls.read - 3).toBe(listed)
    },
  )
})
