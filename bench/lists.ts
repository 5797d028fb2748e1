import { openPostgres } from '@pictable/server/database/open-postgres.ts'
import type { Bench } from '#bench/bench.ts'
import { plansOfLists } from '#test/list-plans.ts'
import { needs } from '#test/needs.ts'
import { startPostgresCluster } from '#test/postgres-cluster.ts'
import { startApp } from '#test/start-app.ts'

const SMALL = 10_000

async function seconds(work: () => Promise<unknown>): Promise<number> {
  const startedMs = performance.now()
  await work()
  return (performance.now() - startedMs) / 1000
}

/** Every list endpoint with every set of its filters, on a table of 10,000 images and on one of a million. */
export const lists: Bench = {
  name: 'lists',
  summary: 'pages of the database that lists read, with 10,000 and 1,000,000 images (3 times as many deliveries)',
  async run({ quick }) {
    const postgresql = needs('postgresql')
    if (!postgresql.found) throw new Error('This bench needs PostgreSQL')
    const cluster = await startPostgresCluster(postgresql.path)
    const figures: Record<string, number> = {}
    try {
      for (const order of ['inserted', 'scattered'] as const) {
        for (const count of [SMALL, quick ? 10 * SMALL : 100 * SMALL]) {
          const app = await startApp({}, undefined, await openPostgres({ url: await cluster.createDatabase() }))
          const plans = await plansOfLists(app, count, order)
          const worst = plans.toSorted((one, other) => other.buffers - one.buffers)
          figures[`buffers_of_${count}_${order}`] = worst[0]?.buffers ?? 0
          for (const { buffers, request } of worst.slice(0, 3))
            console.log(`  ${count} ${order}: ${buffers} pages for ${request}`)
          const scanned = plans.filter(({ sequentialScans }) => sequentialScans.length > 0)
          figures[`sequential_scans_of_${count}_${order}`] = scanned.length
          const { deliveries } = app.world.data
          figures[`delete_seconds_of_${3 * count}_${order}`] = await seconds(() => deliveries.deleteBefore('dlv_z'))
          await app.close()
        }
      }
    } finally {
      await cluster.stop()
    }
    return { figures }
  },
}
