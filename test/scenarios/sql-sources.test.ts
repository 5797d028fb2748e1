import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Client as Postgres } from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { cardDesign } from '#test/chaos/design.ts'
import { startMariadbServer } from '#test/mariadb-server.ts'
import { needs } from '#test/needs.ts'
import { startPostgresCluster } from '#test/postgres-cluster.ts'
import { startWholeApp, trigger, untilEnded, untilRun, type WholeApp } from '#test/scenarios/whole-app.ts'
import { freePort } from '#test/server-process.ts'

/** A database with a table of products, `count` rows of it. */
interface Shop {
  settings: Record<string, unknown>
  baseId: string
  /** Runs SQL as the owner. @returns the rows of a SELECT */
  sql(text: string): Promise<Record<string, unknown>[]>
  /** Ends the server, and starts it again when what is given back is called; files have none. */
  interrupt?(): Promise<() => Promise<void>>
  close(): Promise<void>
}

const postgres = needs('postgresql')
const mariadb = needs('mariadb')
const password = 'the-shop-of-the-tests'
const filesDir = mkdtempSync(join(tmpdir(), 'pictable-sql-'))
// Servers and whole products start here, on machines that are busy.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 })

let app: WholeApp
beforeAll(async () => {
  app = await startWholeApp({ PICTABLE_EGRESS_ALLOW: '127.0.0.0/8', PICTABLE_FILES_DIR: filesDir })
})
afterAll(async () => {
  await app.close()
  rmSync(filesDir, { recursive: true })
})

async function openPostgres(): Promise<Shop> {
  const port = await freePort()
  const cluster = await startPostgresCluster(postgres.found ? postgres.path : '', port)
  const url = await cluster.createDatabase()
  const sql = async (text: string) => {
    const client = new Postgres({ connectionString: url })
    await client.connect()
    const { rows } = await client.query(text).finally(() => client.end())
    return rows
  }
  await sql(`CREATE ROLE shop LOGIN PASSWORD '${password}'; GRANT ALL ON SCHEMA public TO shop;
    ALTER DEFAULT PRIVILEGES GRANT ALL ON TABLES TO shop`)
  return {
    settings: { host: '127.0.0.1', port, database: new URL(url).pathname.slice(1), user: 'shop', password },
    baseId: 'public',
    sql,
    async interrupt() {
      await cluster.crash()
      return async () => {}
    },
    close: cluster.stop,
  }
}

async function openMariadb(): Promise<Shop> {
  const port = await freePort()
  const server = await startMariadbServer(mariadb.found ? mariadb.path : '', port)
  const sql = async (text: string) => {
    const connection = await server.connect()
    const [rows] = await connection.query(`USE mysql; ${text}`).finally(() => connection.end())
    const last: unknown = Array.isArray(rows) ? rows.at(-1) : []
    return Array.isArray(last) ? last : []
  }
  await sql(`CREATE DATABASE shop; CREATE USER shop@'127.0.0.1' IDENTIFIED BY '${password}';
    GRANT ALL ON shop.* TO shop@'127.0.0.1'`)
  return {
    settings: { host: '127.0.0.1', port, user: 'shop', password },
    baseId: 'shop',
    sql: (text) => sql(`USE shop; ${text}`),
    async interrupt() {
      await server.kill()
      return server.restart
    },
    close: server.stop,
  }
}

async function openSqlite(): Promise<Shop> {
  const database = new DatabaseSync(join(filesDir, 'shop.sqlite'), { timeout: 10_000 })
  return {
    settings: { path: 'shop.sqlite' },
    baseId: 'main',
    async sql(text) {
      if (/^select/i.test(text)) return database.prepare(text).all()
      database.exec(text)
      return []
    },
    close: async () => database.close(),
  }
}

const count = 120

describe.each([
  { source: 'postgres', isThere: postgres.found, openShop: openPostgres },
  { source: 'mysql', isThere: mariadb.found, openShop: openMariadb },
  { source: 'sqlite', isThere: true, openShop: openSqlite },
])('$source', ({ source, isThere, openShop }) => {
  let shop: Shop
  beforeAll(async () => {
    if (isThere) shop = await openShop()
  })
  afterAll(() => shop?.close())

  async function connect(settings = shop.settings) {
    return app.client.connections.create({ body: { name: 'Shop', source, settings } })
  }

  async function makeAction(table: string, rows = count) {
    await shop.sql(
      `CREATE TABLE ${table} (id integer PRIMARY KEY, Name varchar(50) NOT NULL, card varchar(300), state varchar(20))`,
    )
    const values = Array.from({ length: rows }, (_, n) => `(${n + 1}, 'Product ${n + 1}')`)
    await shop.sql(`INSERT INTO ${table} (id, Name) VALUES ${values.join(', ')}`)
    const connection = await connect()
    const template = await app.client.templates.create({ body: { design: cardDesign, publish: true } })
    const action = await app.client.actions.create({
      body: {
        title: 'Cards',
        connection_id: connection.id,
        base_id: shop.baseId,
        table,
        template_id: template.id,
        output: { formats: ['png'] },
        write_back: { url: 'card', status: 'state' },
      },
    })
    return { actionId: action.id, connectionId: connection.id }
  }

  test.skipIf(!isThere)('connect, run, and find the address of each picture in its row; again skips all', async () => {
    const { actionId, connectionId } = await makeAction('products')
    const params = { id: connectionId }
    expect(await app.client.connections.test({ params })).toMatchObject({ ok: true })
    const first = await untilEnded(app.client, await trigger(app.client, actionId))
    expect(first).toMatchObject({ state: 'completed', total: count, rendered: count, written_back: count })
    const rows = await shop.sql('SELECT card, state FROM products')
    expect(new Set(rows.map(({ card }) => card)).size).toBe(count)
    expect(new Set(rows.map(({ state }) => state))).toEqual(new Set(['completed']))
    const answer = await fetch(String(rows[0]?.card))
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/png'])
    const again = await untilEnded(app.client, await trigger(app.client, actionId))
    expect(again).toMatchObject({ state: 'completed', total: count, rendered: 0, skipped: count })
    await shop.sql("UPDATE products SET Name = 'New' WHERE id = 7")
    const third = await untilEnded(app.client, await trigger(app.client, actionId))
    expect(third).toMatchObject({ rendered: 1, skipped: count - 1 })
  })

  if (source === 'sqlite') return

  test.skipIf(!isThere)(
    'a run goes on when the server was away for a moment, and the next one finishes it',
    async () => {
      const total = 300
      const { actionId } = await makeAction('interrupted', total)
      const runId = await trigger(app.client, actionId)
      await untilRun(app.client, runId, ({ written_back }) => written_back > 0)
      const restart = await shop.interrupt?.()
      await restart?.()
      const run = await untilEnded(app.client, runId)
      expect(run).toMatchObject({ state: 'completed', total, rendered: total - run.failed, pending: 0 })
      await untilEnded(app.client, await trigger(app.client, actionId))
      expect(await shop.sql('SELECT card FROM interrupted WHERE card IS NULL')).toEqual([])
    },
  )

  test.skipIf(!isThere)('a wrong password ends the run with the reason', async () => {
    const { actionId, connectionId } = await makeAction('locked', 3)
    const params = { id: connectionId }
    await app.client.connections.update({ params, body: { settings: { password: 'changed' } } })
    const run = await untilEnded(app.client, await trigger(app.client, actionId))
    const message = expect.stringContaining('Check user and password')
    expect(run).toMatchObject({ state: 'failed', error: { code: 'source_auth', message } })
  })
})

test('a server at a private address is refused where the operator does not list it', async () => {
  const strict = await startWholeApp()
  try {
    for (const [source, settings] of [
      ['postgres', { host: '127.0.0.1', database: 'x', user: 'x' }],
      ['mysql', { host: '127.0.0.1', user: 'x' }],
    ] as const) {
      const { id } = await strict.client.connections.create({ body: { name: 'Shop', source, settings } })
      const tested = await strict.client.connections.test({ params: { id } })
      expect(tested).toMatchObject({ ok: false })
      expect(JSON.stringify(tested)).toContain('PICTABLE_EGRESS_ALLOW')
    }
  } finally {
    await strict.close()
  }
})
