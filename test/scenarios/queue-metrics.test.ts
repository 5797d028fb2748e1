import { randomBytes } from 'node:crypto'
import { createData } from '@pictable/server/database/data/data.ts'
import { openPostgres } from '@pictable/server/database/open-postgres.ts'
import { createJobs } from '@pictable/server/jobs/jobs.ts'
import { parseExposition } from '@pictable/server/telemetry/exposition.test-kit.ts'
import { createMetrics } from '@pictable/server/telemetry/metrics.ts'
import { startMeasuringQueues } from '@pictable/server/upkeep/measure-queues.ts'
import { expect, test } from 'vitest'
import { startPostgres, startPostgresBehindProxy } from '#test/chaos/postgres.ts'
import { needs } from '#test/needs.ts'

const postgresql = needs('postgresql')
const log = { warn() {}, error() {} }
const EVERY_MS = 50
const SLOW_MS = 400

/** A process that exports metrics, as far as queues are concerned. */
async function startExporter(url: string, leaseMs = 1500) {
  const database = await openPostgres({ url })
  const jobs = await createJobs({ database, log })
  const data = createData({ database, queueFor: jobs.queueFor })
  const metrics = createMetrics()
  const { backlog } = data.deliveries
  const count = { measured: 0 }
  data.deliveries.backlog = (at) => {
    count.measured += 1
    return backlog(at)
  }
  const clock = { now: () => new Date() }
  const world = { clock, data, random: { bytes: randomBytes }, recovery: database.recovery }
  const stopMeasuring = startMeasuringQueues({ metrics, world, database, log, everyMs: EVERY_MS, leaseMs })
  return {
    count,
    /** The gauge, of the queue of webhooks where it has several. */
    async gauge(name: string): Promise<number | undefined> {
      const samples = parseExposition(await metrics.text()).get(name)?.samples ?? []
      return samples.find(({ labels }) => (labels.queue ?? 'webhooks') === 'webhooks')?.value
    },
    stopMeasuring,
    async close() {
      await stopMeasuring()
      await jobs.stop()
      await database.close()
    },
  }
}

type Exporter = Awaited<ReturnType<typeof startExporter>>

const names = ['queue_depth', 'queue_oldest_seconds', 'webhook_deliveries_pending', 'queue_measurement_up']
const gauges = (exporter: Exporter) => Promise.all(names.map((name) => exporter.gauge(name)))
const age = (exporter: Exporter) => exporter.gauge('queue_measurement_age_seconds')

test.skipIf(!postgresql.found)('a slow database keeps the gauges of queues, and their age grows', async () => {
  if (!postgresql.found) return
  await using closing = new AsyncDisposableStack()
  const { url, proxy } = await startPostgresBehindProxy(postgresql.path, closing)
  const exporter = await startExporter(url)
  closing.defer(exporter.close)
  await expect.poll(() => gauges(exporter)).toEqual([0, 0, 0, 1])

  // Every answer waits: a round takes several of these.
  await proxy.set({ latencyMs: SLOW_MS })
  await expect.poll(() => age(exporter)).toBeGreaterThan(SLOW_MS / 1000)
  expect(await gauges(exporter)).toEqual([0, 0, 0, 1])

  await proxy.set('down')
  await expect.poll(() => gauges(exporter)).toEqual([0, 0, 0, 0])
  const before = (await age(exporter)) ?? 0
  await expect.poll(() => age(exporter)).toBeGreaterThan(before + 0.3)

  await proxy.set('none')
  await expect.poll(() => gauges(exporter)).toEqual([0, 0, 0, 1])
  await expect.poll(() => age(exporter)).toBeLessThan(before)
})

test.skipIf(!postgresql.found)(
  'of several processes one measures the queues, and another one after it ends',
  async () => {
    if (!postgresql.found) return
    await using closing = new AsyncDisposableStack()
    const { cluster, url } = await startPostgres(postgresql.path)
    closing.defer(cluster.stop)
    // Longer than a busy machine makes the first one wait: the second one measures when it is released.
    const leaseMs = 60_000
    const first = await startExporter(url, leaseMs)
    closing.defer(first.close)
    await expect.poll(() => gauges(first)).toEqual([0, 0, 0, 1])
    const second = await startExporter(url, leaseMs)
    closing.defer(second.close)
    const { measured } = first.count
    await expect.poll(() => first.count.measured).toBeGreaterThan(measured + 5)
    expect(second.count.measured).toBe(0)
    expect(await gauges(second)).toEqual([undefined, undefined, undefined, undefined])
    expect(await age(second)).toBeUndefined()

    await first.stopMeasuring()
    await expect.poll(() => gauges(second)).toEqual([0, 0, 0, 1])
  },
)
