import { type CallAnswer, type Client, type Contract, createClient } from '@pictable/client'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { startApp, type TestApp } from '#test/start-app.ts'
import { until } from '#test/until.ts'

vi.setConfig({ testTimeout: 300_000, hookTimeout: 180_000 })

let app: TestApp
let client: Client
beforeAll(async () => {
  app = await startApp()
  client = createClient({ baseUrl: app.url, apiKey: app.adminKey })
})
afterAll(() => app.close())

const csv = (text: string) => ({ body: text, contentType: 'text/csv' })

/** Lines of these titles, and a table of orders that links to them. */
async function openShop(lines: string) {
  const imported = await client.tables.importNew({ query: { name: 'Lines' }, ...csv(lines) })
  if ('state' in imported) throw new Error('the import goes on')
  const orders = await client.tables.create({
    body: {
      name: 'Orders',
      fields: [
        { name: 'Order', kind: 'text' },
        { name: 'Lines', kind: 'link', linked_table_id: imported.table.id },
      ],
    },
  })
  return { lines: imported.table, orders, params: { id: orders.id } }
}

const design = {
  schema: 1,
  width: 200,
  height: 300,
  layers: [
    { type: 'table', name: 'Lines', x: 0, y: 20, width: 200, height: 280, fontSize: 8, rows: { bind: 'Lines' } },
  ],
}

const pieces = { field: 'Lines', columns: ['Item', 'Pieces'] }

async function makeAction(orders: CallAnswer<Contract['tables']['get']>, link: object = pieces) {
  const connection = await client.connections.create({ body: { name: 'Ours', source: 'table', settings: {} } })
  const template = await client.templates.create({ body: { name: 'Invoice', design, publish: true } })
  const { id } = await client.actions.create({
    body: {
      ...{ title: 'Invoices', connection_id: connection.id, base_id: 'built-in', table: orders.id },
      template_id: template.id,
      mapping: { Lines: { ...pieces, ...link } },
    },
  })
  return { actionId: id, connectionId: connection.id }
}

async function runAll(actionId: string) {
  const started = await client.actions.run({ params: { id: actionId }, body: {} })
  if (!('id' in started)) throw new Error('no run was started')
  const get = () => client.runs.get({ params: { id: started.id } })
  return until('the run ends', async () => (await get()).state !== 'active' && get(), {
    withinMs: 250_000,
    everyMs: 200,
  })
}

async function imagesOf(runId: string) {
  const all = []
  for (let after: string | undefined; ; ) {
    const page = await client.images.list({ query: { run_id: runId, limit: 100, ...(after && { after }) } })
    all.push(...page.results)
    if (page.next === null) return all
    after = page.next
  }
}

test('a link is imported by titles, answered with ids and titles, and exported as what an import reads', async () => {
  const { lines, params } = await openShop('Item\nTeapot\n"Cup, small"\nJug\nJug\n')
  const ids = (await client.tables.rows({ params: { id: lines.id } })).results.map(({ id }) => id)
  const into = (text: string, query: Partial<Parameters<Client['tables']['importInto']>[0]['query']> = {}) =>
    client.tables.importInto({ params, query: { mode: 'append', ...query }, ...csv(text) })
  await into('Order,Lines\n1,"Teapot, ""Cup, small"""\n2,\n')
  const rows = async () => (await client.tables.rows({ params })).results.map(({ fields }) => fields)
  expect(await rows()).toEqual([
    {
      Order: '1',
      Lines: [
        { id: ids[0], label: 'Teapot' },
        { id: ids[1], label: 'Cup, small' },
      ],
    },
    { Order: '2' },
  ])
  await expect(into('Order,Lines\n3,Teapot\n4,"Teapot,Pan"\n5,Jug\n')).rejects.toMatchObject({
    problem: {
      errors: [
        {
          pointer: '/rows/1/Lines',
          detail:
            'Line 3: "Lines" names "Pan", but the table "Lines" has no row with this id or title: add the row first, or correct the name.',
        },
        {
          pointer: '/rows/2/Lines',
          detail:
            'Line 4: "Lines" names "Jug", but 2 rows of the table "Lines" have this title: use the id of one of them.',
        },
      ],
    },
  })
  await into(`Order,Lines\n3,${ids[3]}\n`)
  const { text } = await app.request('GET', `/v1/tables/${params.id}/export`)
  expect(text.split('\r\n').slice(1, 4)).toEqual(['1,"Teapot, ""Cup, small"""', '2,', `3,${ids[3]}`])
  const keyed = { mode: 'upsert', key: 'Order' } as const
  expect(await into(text, keyed)).toMatchObject({ added: 0, updated: 0, unchanged: 3 })
  expect(await into('Order,Lines\n1,Jar\n', { ...keyed, mistakes: 'skip' })).toMatchObject({ skipped: 1 })
  expect(await into('Order,Lines\n1,Teapot\n', keyed)).toMatchObject({ updated: 1 })
  expect((await rows())[0]?.Lines).toEqual([{ id: ids[0], label: 'Teapot' }])
  await expect(into('Lines\nTeapot\n', { mode: 'upsert', key: 'Lines' })).rejects.toMatchObject({
    problem: { errors: [{ pointer: '/query/key', detail: expect.stringContaining('links to other rows') }] },
  })
})

test('linked rows arrive as their table shows them, also after the action was changed', async () => {
  const { orders, params } = await openShop('Item,Pieces,Price\nTea,2,€12.50\nPot,1,€1234.00\n')
  await client.tables.addRows({ params, body: { rows: [{ Order: '1', Lines: ['Tea', 'Pot'] }] } })
  const { actionId } = await makeAction(orders, { columns: ['Item', 'Price'], formatted: true })
  await client.actions.update({ params: { id: actionId }, body: { title: 'Bills' } })
  const run = await runAll(actionId)
  const [image] = await imagesOf(run.id)
  expect(image?.values.Lines).toEqual([
    { Item: 'Tea', Price: '€12.50' },
    { Item: 'Pot', Price: '€1,234.00' },
  ])
})

describe('an action over orders', () => {
  const ORDERS = 1000
  const LINES = 20
  const each = (length: number) => Array.from({ length }, (_, at) => at)

  test('has each of 20 lines of 1,000 orders once, and renders again the order of a changed line', async () => {
    const all = each(ORDERS).flatMap((order) => each(LINES).map((n) => `Item ${order}.${n},${n}`))
    const { lines, orders, params } = await openShop(['Item,Pieces', ...all, ''].join('\n'))
    const names = (order: number) => each(LINES).map((n) => `Item ${order}.${n}`)
    const file = ['Order,Lines', ...each(ORDERS).map((order) => `${order},"${names(order).join(', ')}"`), ''].join('\n')
    await client.tables.importInto({ params, query: { mode: 'append' }, ...csv(file) })
    const { actionId, connectionId } = await makeAction(orders)
    const { results } = await client.connections.fields({
      params: { id: connectionId },
      query: { base_id: 'built-in', table_id: orders.id },
    })
    expect(results.map(({ kind, link }) => [kind, link])).toEqual([
      ['text', null],
      ['link', { base_id: 'built-in', table_id: lines.id }],
    ])
    const first = await runAll(actionId)
    expect(first).toMatchObject({ state: 'completed', total: ORDERS, rendered: ORDERS, failed: 0 })
    const seen = (await imagesOf(first.id)).map(({ values }) =>
      (values.Lines as { Item: string; Pieces: number }[]).map(({ Item, Pieces }) => `${Item},${Pieces}`),
    )
    expect(seen.map(({ length }) => length)).toEqual(each(ORDERS).map(() => LINES))
    expect(seen.flat().toSorted()).toEqual(all.toSorted())
    expect(await runAll(actionId)).toMatchObject({ rendered: 0, skipped: ORDERS })

    const [line] = (await client.tables.rows({ params: { id: lines.id }, query: { search: 'Item 17.3', limit: 1 } }))
      .results
    const row = { id: lines.id, row_id: line?.id ?? '' }
    await client.tables.updateRow({ params: row, body: { fields: { Pieces: 99 } } })
    const second = await runAll(actionId)
    expect(second).toMatchObject({ rendered: 1, skipped: ORDERS - 1 })
    expect((await imagesOf(second.id))[0]?.values.Lines).toContainEqual({ Item: 'Item 17.3', Pieces: 99 })
    await client.tables.deleteRow({ params: row })
    const third = await runAll(actionId)
    expect(third).toMatchObject({ rendered: 1, skipped: ORDERS - 1 })
    expect((await imagesOf(third.id))[0]?.values.Lines).toHaveLength(LINES - 1)
  })

  test('runs by itself when a row changes that its records link to', async () => {
    const { lines, orders, params } = await openShop('Item,Pieces\nTeapot,1\nCup,2\nJug,3\n')
    const rows = [{ Order: '1', Lines: 'Teapot, Cup' }, { Order: '2', Lines: 'Jug' }, { Order: '3' }]
    const { results: added } = await client.tables.addRows({ params, body: { rows } })
    const { actionId } = await makeAction(orders)
    await runAll(actionId)
    const settings = { gather_seconds: 1 }
    await client.triggers.create({ body: { action_id: actionId, kind: 'table_change', settings } })
    const [, cup] = (await client.tables.rows({ params: { id: lines.id } })).results
    const runs = async () => (await client.runs.list({ query: { action_id: actionId } })).results
    const change = { params: { id: lines.id, row_id: cup?.id ?? '' }, body: { fields: { Pieces: 7 } } }
    await client.tables.updateRow(change)
    const run = await until('a run starts', async () => {
      const [newest, before] = await runs()
      return before !== undefined && newest?.state === 'completed' && newest
    })
    expect(run).toMatchObject({ total: 1, rendered: 1 })
    expect((await imagesOf(run.id)).map(({ record_id }) => record_id)).toEqual([added[0]?.id])
  })

  test('whose record links to 10,000 rows fails at this record alone, and says what to do', async () => {
    const { orders, params } = await openShop(
      `Item,Pieces\n${each(10_000)
        .map((n) => `Item ${n},1\n`)
        .join('')}`,
    )
    const { actionId } = await makeAction(orders)
    const names = each(10_000).map((n) => `Item ${n}`)
    await client.tables.addRows({
      params,
      body: {
        rows: [
          { Order: '1', Lines: names },
          { Order: '2', Lines: ['Item 7'] },
        ],
      },
    })
    const run = await runAll(actionId)
    expect(run).toMatchObject({ rendered: 1, failed: 1 })
    const { results } = await client.runs.records({ params: { id: run.id }, query: { state: 'failed' } })
    expect(results[0]?.reason?.message).toMatch(
      /field Lines: it links to more than 1,000 rows.*Link fewer rows, or map another field/,
    )
  })
})
