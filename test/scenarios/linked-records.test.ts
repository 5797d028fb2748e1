import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { ApiError } from '@pictable/client'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startWholeApp, trigger, untilEnded, type WholeApp } from '#test/scenarios/whole-app.ts'

const ORDERS = 1000
const LINES = 20
const filesDir = mkdtempSync(join(tmpdir(), 'pictable-linked-'))
const database = new DatabaseSync(join(filesDir, 'shop.sqlite'), { timeout: 10_000 })
vi.setConfig({ testTimeout: 300_000, hookTimeout: 180_000 })

const design = {
  schema: 1,
  name: 'Invoice',
  width: 200,
  height: 300,
  layers: [
    { type: 'text', name: 'Customer', x: 0, y: 0, width: 200, height: 20, fontSize: 12, text: { bind: 'Customer' } },
    { type: 'table', name: 'Lines', x: 0, y: 20, width: 200, height: 280, fontSize: 8, rows: { bind: 'Lines' } },
  ],
}

let app: WholeApp
let connectionId: string
let actionId: string

beforeAll(async () => {
  database.exec(`PRAGMA journal_mode = WAL;
    CREATE TABLE customers (id integer PRIMARY KEY, name text, city text);
    CREATE TABLE orders (id integer PRIMARY KEY, customer_id integer REFERENCES customers, card text);
    CREATE TABLE lines (id integer PRIMARY KEY, order_id integer NOT NULL REFERENCES orders, item text, pieces integer);
    INSERT INTO customers VALUES (1, 'Ada', 'Gdynia'), (2, 'Bo', 'Aarhus');`)
  const order = database.prepare('INSERT INTO orders (id, customer_id) VALUES (?, ?)')
  const line = database.prepare('INSERT INTO lines (order_id, item, pieces) VALUES (?, ?, ?)')
  database.exec('BEGIN')
  for (let id = 1; id <= ORDERS; id++) order.run(id, 1 + (id % 2))
  for (let n = 0; n < LINES; n++) for (let id = 1; id <= ORDERS; id++) line.run(id, `Item ${id}.${n}`, n)
  database.exec('COMMIT')
  app = await startWholeApp({ PICTABLE_FILES_DIR: filesDir })
  const body = { name: 'Shop', source: 'sqlite', settings: { path: 'shop.sqlite' } }
  connectionId = (await app.client.connections.create({ body })).id
  const template = await app.client.templates.create({ body: { design, publish: true } })
  const action = await app.client.actions.create({
    body: {
      ...{ title: 'Invoices', connection_id: connectionId, base_id: 'main', table: 'orders', template_id: template.id },
      mapping: {
        Customer: { field: 'customer_id', columns: ['name', 'city'] },
        Lines: { field: 'lines', columns: ['item', 'pieces'] },
      },
      output: { formats: ['jpeg'] },
      write_back: { url: 'card' },
    },
  })
  actionId = action.id
})

afterAll(async () => {
  await app.close()
  database.close()
  rmSync(filesDir, { recursive: true })
})

const runAll = async () => untilEnded(app.client, await trigger(app.client, actionId))

async function imagesOf(runId: string) {
  const all = []
  for (let after: string | undefined; ; ) {
    const page = await app.client.images.list({ query: { run_id: runId, limit: 100, ...(after && { after }) } })
    all.push(...page.results)
    if (page.next === null) return all
    after = page.next
  }
}

test('a field tells the table that it links to, and mappings keep their columns by id', async () => {
  const query = { base_id: 'main', table_id: 'orders' }
  const { results } = await app.client.connections.fields({ params: { id: connectionId }, query })
  const links = results.flatMap(({ name, kind, link }) => (link ? [[name, kind, link]] : []))
  expect(links).toEqual([
    ['customer_id', 'number', { base_id: 'main', table_id: 'customers' }],
    ['lines', 'link', { base_id: 'main', table_id: 'lines' }],
  ])
  const { mapping } = await app.client.actions.get({ params: { id: actionId } })
  expect(mapping.Lines).toMatchObject({ field: { name: 'lines' }, columns: [{ name: 'item' }, { name: 'pieces' }] })
})

test('1,000 orders of 20 lines have each line once; a changed line renders its order alone', async () => {
  const first = await runAll()
  expect(first).toMatchObject({ state: 'completed', total: ORDERS, rendered: ORDERS, failed: 0 })
  const images = await imagesOf(first.id)
  const seen = images.flatMap(({ record_id, values }) => {
    const lines = values.Lines as { item: string; pieces: number }[]
    return lines.map(({ item, pieces }) => `${record_id}: ${item} ${pieces}`)
  })
  const wanted = Array.from({ length: ORDERS }, (_, at) =>
    Array.from({ length: LINES }, (_line, n) => `${at + 1}: Item ${at + 1}.${n} ${n}`),
  )
  expect(seen.toSorted()).toEqual(wanted.flat().toSorted())
  expect(images.find(({ record_id }) => record_id === '4')?.values.Customer).toBe('Ada, Gdynia')
  expect(await runAll()).toMatchObject({ rendered: 0, skipped: ORDERS })
  database.exec("UPDATE lines SET item = 'Replaced' WHERE order_id = 17 AND pieces = 3")
  const second = await runAll()
  expect(second).toMatchObject({ rendered: 1, skipped: ORDERS - 1 })
  const [image] = await imagesOf(second.id)
  expect(image?.values.Lines).toHaveLength(LINES)
  expect(image?.values.Lines).toContainEqual({ item: 'Replaced', pieces: 3 })
})

test('a record that links to too many rows fails alone, and names field, number and fix', async () => {
  const line = database.prepare('INSERT INTO lines (order_id, item, pieces) VALUES (5, ?, 1)')
  for (let n = 0; n < 1000; n++) line.run(`More ${n}`)
  const run = await runAll()
  expect(run).toMatchObject({ rendered: 0, failed: 1, skipped: ORDERS - 1 })
  const { results } = await app.client.runs.records({ params: { id: run.id }, query: { state: 'failed' } })
  expect(results[0]?.reason?.message).toMatch(
    /^Record 5.*: field lines: it links to more than 1,000 rows.*Link fewer rows, or map another field \(value_invalid\)$/,
  )
  database.exec("DELETE FROM lines WHERE item LIKE 'More %'")
})

test('a column that is gone ends the run before it renders, and one of no link is refused', async () => {
  database.exec('ALTER TABLE lines RENAME COLUMN pieces TO amount')
  const run = await runAll()
  expect(run).toMatchObject({ state: 'failed', rendered: 0 })
  expect(run.error?.message).toMatch(
    /The field "pieces" \(a column of "lines", mapped to "Lines"\).*There are: "id", "order_id", "item", "amount"/,
  )
  database.exec('ALTER TABLE lines RENAME COLUMN amount TO pieces')
  const refused = app.client.actions.update({
    params: { id: actionId },
    body: { mapping: { Lines: { field: 'card', columns: ['item'] } } },
  })
  await expect(refused).rejects.toThrow(ApiError)
  await expect(refused).rejects.toMatchObject({
    problem: {
      errors: expect.arrayContaining([
        { pointer: '/mapping/Lines/columns', detail: expect.stringContaining('does not link to a table') },
      ]),
    },
  })
})
