import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { createConnection } from 'mysql2/promise'
import { Client as Postgres } from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { cardDesign } from '#test/chaos/design.ts'
import { blocksIn, stepsIn } from '#test/guides/blocks.ts'
import { runSteps } from '#test/guides/run-steps.ts'
import { startMariadbServer } from '#test/mariadb-server.ts'
import { needs } from '#test/needs.ts'
import { startPostgresCluster } from '#test/postgres-cluster.ts'
import { adminKey, startWholeApp, trigger, untilEnded, type WholeApp } from '#test/scenarios/whole-app.ts'
import { freePort } from '#test/server-process.ts'
import { until } from '#test/until.ts'

type Row = Record<string, unknown>

/** A database of the shop that the guide speaks of. */
interface Shop {
  /** Of the connection that the guide creates. */
  settings: Record<string, unknown>
  baseId: string
  /** Runs SQL as the owner. @returns the rows of a SELECT */
  sql(text: string): Promise<Row[]>
  /** The same as the account that the guide creates; files have no accounts. */
  asPictable?(text: string): Promise<unknown>
  close(): Promise<void>
}

const postgres = needs('postgresql')
const mariadb = needs('mariadb')
const root = join(import.meta.dirname, '..', '..')
const guide = readFileSync(join(root, 'docs/guides/sql.md'), 'utf8')
const filesDir = mkdtempSync(join(tmpdir(), 'pictable-guide-sql-'))
const account = { user: 'pictable', password: 'a secret' }
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
  const database = new URL(url).pathname.slice(1)
  const ask = async (options: ConstructorParameters<typeof Postgres>[0], text: string) => {
    const client = new Postgres(options)
    await client.connect()
    const { rows } = await client.query(text).finally(() => client.end())
    return rows
  }
  return {
    settings: { host: '127.0.0.1', port, database, ...account },
    baseId: 'public',
    sql: (text) => ask({ connectionString: url }, text),
    asPictable: (text) => ask({ host: '127.0.0.1', port, database, ...account }, text),
    close: cluster.stop,
  }
}

async function openMariadb(): Promise<Shop> {
  const port = await freePort()
  const server = await startMariadbServer(mariadb.found ? mariadb.path : '', port)
  const admin = await server.connect()
  await admin.query('CREATE DATABASE shop; USE shop')
  return {
    settings: { host: '127.0.0.1', port, database: 'shop', ...account },
    baseId: 'shop',
    async sql(text) {
      const [rows] = await admin.query(text)
      return Array.isArray(rows) ? rows.map((row) => ({ ...row })) : []
    },
    async asPictable(text) {
      const client = await createConnection({ host: '127.0.0.1', port, database: 'shop', ...account })
      return client.query(text).finally(() => client.end())
    },
    async close() {
      await admin.end()
      await server.stop()
    },
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

test('the SQL of guides is all in this one', () => {
  const pages = globSync('{README.md,docs/**/*.md,examples/**/*.md}', { cwd: root })
  const withSql = pages.filter((page) =>
    blocksIn(readFileSync(join(root, page), 'utf8')).some(({ language }) => language === 'sql'),
  )
  expect(withSql).toEqual(['docs/guides/sql.md'])
})

describe.each([
  { source: 'postgres', isThere: postgres.found, openShop: openPostgres },
  { source: 'mysql', isThere: mariadb.found, openShop: openMariadb },
  { source: 'sqlite', isThere: true, openShop: openSqlite },
])('docs/guides/sql.md on $source', ({ source, isThere, openShop }) => {
  /** The statements that are for it, in order. */
  const blocks = blocksIn(guide)
    .filter(({ language, info }) => language === 'sql' && (info === '' || info === source))
    .map(({ code }) => code.replaceAll("'…'", `'${account.password}'`))
  const blockWith = (words: string): string => blocks.find((code) => code.includes(words)) ?? `no block has ${words}`
  const run = new Set<string>()
  let shop: Shop
  let connectionId: string

  /** As the owner, one after the other. */
  async function runBlock(code: string): Promise<void> {
    run.add(code)
    for (const statement of code.split(/;\n/).filter((text) => text.trim() !== '')) await shop.sql(statement)
  }

  const tested = () => app.client.connections.test({ params: { id: connectionId } })

  async function makeAction(table: string, writes: boolean): Promise<string> {
    const template = await app.client.templates.create({ body: { design: cardDesign, publish: true } })
    const body = {
      ...{ title: 'Cards', connection_id: connectionId, base_id: shop.baseId, table, template_id: template.id },
      mapping: { Name: { field: 'name' } },
      ...(writes && { write_back: { url: 'card_url', status: 'card_state' } }),
    }
    return (await app.client.actions.create({ body })).id
  }

  beforeAll(async () => {
    if (!isThere) return
    shop = await openShop()
    await shop.sql(
      'CREATE TABLE products (id integer PRIMARY KEY, name varchar(50), price integer, card_url varchar(500), card_state varchar(20))',
    )
    await shop.sql("INSERT INTO products (id, name, price) VALUES (1, 'Cup', 8), (2, 'Teapot', 24), (3, 'Kettle', 60)")
  })
  afterAll(() => shop?.close())

  test.skipIf(!isThere)('creates an account with which the commands create a connection that works', async () => {
    if (shop.asPictable) await runBlock(blockWith('GRANT SELECT'))
    const written = /"source": "postgres",\n.*/
    expect(guide).toMatch(written)
    const page = guide
      .replace(written, `"source": "${source}",\n  "settings": ${JSON.stringify(shop.settings)}`)
      .replaceAll('http://127.0.0.1:4400', app.url)
      .replaceAll('<your key>', adminKey)
    expect(await runSteps(stepsIn(blocksIn(page)), {})).toEqual([])
    const [made] = (await app.client.connections.list({})).results.filter((each) => each.source === source)
    connectionId = made?.id ?? ''
    const lacks = expect.stringContaining('GRANT the user CREATE on the schema and TRIGGER on the table')
    expect(await tested()).toMatchObject({ ok: true, warnings: source === 'postgres' ? [lacks] : [], error: null })
  })

  test.skipIf(!isThere)('lets it read the table, and write the columns for results only', async () => {
    const ended = await untilEnded(app.client, await trigger(app.client, await makeAction('products', true)))
    expect(ended).toMatchObject({ state: 'completed', rendered: 3, written_back: 3 })
    const rows = await shop.sql('SELECT card_url, card_state FROM products')
    expect(rows.map(({ card_state }) => card_state)).toEqual(['completed', 'completed', 'completed'])
    expect((await fetch(String(rows[0]?.card_url))).status).toBe(200)
    if (shop.asPictable)
      await expect(shop.asPictable("UPDATE products SET name = 'X'")).rejects.toThrow(/denied|permission/i)
  })

  test.skipIf(!isThere)('creates a view, of which it renders the rows', async () => {
    const block = blockWith('CREATE VIEW')
    await runBlock(block)
    const view = /VIEW (\w+)/.exec(block)?.[1] ?? ''
    const grants = blockWith('GRANT SELECT').match(/GRANT .* ON \S*products.*/g) ?? []
    for (const grant of shop.asPictable ? grants : []) await shop.sql(grant.replace('products', view).replace(/;$/, ''))
    const writes = source !== 'sqlite'
    const ended = await untilEnded(app.client, await trigger(app.client, await makeAction(view, writes)))
    expect(ended).toMatchObject({ state: 'completed', rendered: 2, written_back: writes ? 2 : 0 })
  })

  // Of the databases of the guide, only PostgreSQL sends its changes.
  if (source === 'postgres')
    test.skipIf(!isThere)('lets the table tell of changes, and cleans up after it', async () => {
      await runBlock(blockWith('GRANT TRIGGER'))
      expect(await tested()).toMatchObject({ ok: true, warnings: [] })
      const actionId = await makeAction('products', false)
      await app.client.triggers.create({ body: { action_id: actionId, kind: 'table_change', settings: {} } })
      const [look = '', drop = ''] = blockWith('pg_trigger').split(/;\n/)
      run.add(blockWith('pg_trigger'))
      const names = () => shop.sql(look)
      const [found] = await until('the trigger', async () => {
        const rows = await names()
        return rows.length > 0 && rows
      })
      expect(found).toMatchObject({ tgrelid: 'products' })
      expect(drop).toMatch(/pictable_[0-9a-f]{24}\(/)
      await shop.sql(drop.replace(/pictable_[0-9a-f]{24}/, String(found?.tgname)))
      expect(await names()).toEqual([])
    })

  test.skipIf(!isThere)('leaves no block out', () => {
    expect(blocks.filter((code) => !run.has(code))).toEqual([])
  })
})
