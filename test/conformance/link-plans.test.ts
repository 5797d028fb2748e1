import { createData } from '@pictable/server/database/data/data.ts'
import type { Database } from '@pictable/server/database/database.ts'
import { openPostgres } from '@pictable/server/database/open-postgres.ts'
import { openPrepared } from '@pictable/server/database/prepared-cluster.test-kit.ts'
import { rowsOf } from '@pictable/server/database/statement.ts'
import { createJobs } from '@pictable/server/jobs/jobs.ts'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { needs } from '#test/needs.ts'
import { startPostgresCluster } from '#test/postgres-cluster.ts'
import { at } from './data.ts'

const ROWS = 3000
const LINKS = 2

/** Blocks that the lookup of a row by its key takes, and some for the row that links. */
const BLOCKS_OF_LINK = 8

const explained = z.tuple([
  z.looseObject({
    Plan: z.looseObject({ 'Shared Hit Blocks': z.number(), 'Shared Read Blocks': z.number() }),
    JIT: z.unknown().optional(),
  }),
])

interface Statement {
  readonly sql: string
  readonly parameters: readonly unknown[]
}

const rowId = (prefix: string, n: number) => `row_${prefix}${String(n).padStart(20, '0')}`

/** Two tables without statistics, as after an import: each row of the second links to rows of the first. */
async function fill(data: ReturnType<typeof createData>) {
  const shared = { views: [], revision: 1, createdAt: at, updatedAt: at }
  await data.tables.insert({
    ...{ id: 'tbl_lines', name: 'Lines', ...shared },
    fields: [{ id: 'item', name: 'Item', kind: 'text' }],
  })
  await data.tables.insert({
    ...{ id: 'tbl_orders', name: 'Orders', ...shared },
    fields: [
      { id: 'order', name: 'Order', kind: 'text' },
      { id: 'lines', name: 'Lines', kind: 'link', linkedTableId: 'tbl_lines' },
    ],
  })
  const all = Array.from({ length: ROWS }, (_, n) => n)
  const lines = all.map((n) => ({ id: rowId('l', n), fields: { item: `Item ${(n * 7919) % ROWS}` } }))
  const orders = all.map((n) => ({
    id: rowId('o', n),
    fields: { order: `${n}`, lines: [rowId('l', n), rowId('l', (n + 777) % ROWS)] },
  }))
  for (let from = 0; from < ROWS; from += 500) {
    await data.tables.insertRows('tbl_lines', lines.slice(from, from + 500))
    await data.tables.insertRows('tbl_orders', orders.slice(from, from + 500))
  }
}

/** Blocks that the statements of the work read, and whether one was compiled, which takes seconds. */
async function costOf({ kysely }: Database, work: () => Promise<unknown>) {
  const run = kysely.executeQuery.bind(kysely)
  const cost = { blocks: 0, isCompiled: false }
  let isExplaining = false
  const explain = async ({ sql, parameters }: Statement) => {
    isExplaining = true
    const text = `explain (analyze, buffers, format json) ${sql}`
    const [row] = await rowsOf<{ 'QUERY PLAN': unknown }>(kysely, text, parameters)
    isExplaining = false
    const plan = row?.['QUERY PLAN']
    const [{ Plan, JIT }] = explained.parse(typeof plan === 'string' ? JSON.parse(plan) : plan)
    cost.blocks += Plan['Shared Hit Blocks'] + Plan['Shared Read Blocks']
    cost.isCompiled ||= JIT !== undefined
  }
  Reflect.set(kysely, 'executeQuery', async (query: Parameters<typeof run>[0]) => {
    if (!isExplaining && 'sql' in query && query.sql.includes('table_rows r')) await explain(query)
    return run(query)
  })
  await work()
  Reflect.deleteProperty(kysely, 'executeQuery')
  return cost
}

async function expectFewBlocks(database: Database) {
  const jobs = await createJobs({ database, log: { warn() {}, error() {} } })
  const data = createData({ database, queueFor: jobs.queueFor })
  try {
    await fill(data)
    const page = (options: Partial<Parameters<typeof data.tables.rows>[1]>) =>
      data.tables.rows('tbl_orders', { limit: 100, ...options })
    const view = { filters: [], sort: { fieldId: 'lines', direction: 'ascending' as const } }
    const { next } = await page({ view })
    const contains = { fieldId: 'lines', operator: 'contains' as const, value: `Item ${ROWS - 1}` }
    const work = {
      sorted: () => page({ view }),
      next: () => page({ view, ...(next !== null && { after: next }) }),
      searched: () => page({ search: `Item ${ROWS - 1}` }),
      filtered: () => page({ view: { filters: [contains], sort: null } }),
    }
    for (const [name, each] of Object.entries(work)) {
      const { blocks, isCompiled } = await costOf(database, each)
      expect(
        { name, isFew: blocks > 0 && blocks < ROWS * LINKS * BLOCKS_OF_LINK, isCompiled },
        `${blocks} blocks`,
      ).toEqual({
        ...{ name, isFew: true, isCompiled: false },
      })
    }
  } finally {
    await jobs.stop()
    await database.close()
  }
}

const what = 'sorts, searches and filters by the titles of linked rows with one lookup for each link'

test(`the embedded database ${what}`, { timeout: 120_000 }, async () => expectFewBlocks(await openPrepared()))

const postgresql = needs('postgresql')
if (postgresql.found)
  test(`PostgreSQL ${what}`, { timeout: 120_000 }, async () => {
    const cluster = await startPostgresCluster(postgresql.path)
    try {
      await expectFewBlocks(await openPostgres({ url: await cluster.createDatabase() }))
    } finally {
      await cluster.stop()
    }
  })
