import type { Database } from '@pictable/server/database/database.ts'
import { openPostgres } from '@pictable/server/database/open-postgres.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ListPlan, MAX_BUFFERS, plansOfLists } from '#test/list-plans.ts'
import type { RowOrder } from '#test/list-rows.ts'
import { needs } from '#test/needs.ts'
import { type PostgresCluster, startPostgresCluster } from '#test/postgres-cluster.ts'
import { startApp, type TestApp } from '#test/start-app.ts'

const count = 10_000

function describeLists(name: string, order: RowOrder, open: () => Promise<Database | undefined>): void {
  let app: TestApp
  let plans: ListPlan[]

  const worst = (isWrong: (plan: ListPlan) => boolean) =>
    plans.filter(isWrong).map(({ request, buffers, sequentialScans }) => ({ request, buffers, sequentialScans }))

  beforeAll(async () => {
    app = await startApp({}, {}, await open())
    plans = await plansOfLists(app, count, order)
  })
  afterAll(() => app.close())

  describe(`a list with filters, in ${name} tables of 10,000 images and 30,000 deliveries, rows ${order}`, () => {
    // A table of 10,000 scattered rows is cheaper to read whole than by its index.
    if (order === 'inserted')
      test('reads no table from its beginning', () => {
        expect(plans.length).toBeGreaterThan(50)
        expect(worst(({ sequentialScans }) => sequentialScans.length > 0)).toEqual([])
      })

    test('reads at most 200 pages', () => {
      expect(worst(({ buffers }) => buffers > MAX_BUFFERS)).toEqual([])
      const isWasteful = ({ isChecked, removedRows }: ListPlan) => !isChecked && removedRows > 100
      if (order === 'inserted') expect(worst(isWasteful)).toEqual([])
    })
  })
}

describeLists('embedded', 'inserted', async () => undefined)

const postgresql = needs('postgresql')
if (postgresql.found) {
  let cluster: PostgresCluster
  beforeAll(async () => {
    cluster = await startPostgresCluster(postgresql.path)
  })
  afterAll(() => cluster.stop())

  describeLists('PostgreSQL', 'scattered', async () => openPostgres({ url: await cluster.createDatabase() }))
}
