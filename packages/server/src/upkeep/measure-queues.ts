import { createLease } from '#core/lease.ts'
import { startLoop } from '#core/loop.ts'
import type { World } from '#core/ports/world.ts'
import type { Database } from '#database/database.ts'
import { jobBacklog } from '#jobs/job-backlog.ts'
import type { Log } from '#telemetry/log.ts'
import type { MetricsRegistry } from '#telemetry/metrics.ts'

export interface MeasureQueuesOptions {
  metrics: MetricsRegistry
  world: Pick<World, 'clock' | 'data' | 'random' | 'recovery'>
  database: Pick<Database, 'kind' | 'kysely'>
  log: Pick<Log, 'warn'>
  everyMs?: number
  /** Longer than rounds are apart, so that the process that measures stays the same. */
  leaseMs?: number
}

const EVERY_MS = 10_000
const LEASE_MS = 30_000

const QUEUE_GAUGES = [
  'webhook_deliveries_pending',
  'queue_depth',
  'queue_oldest_seconds',
  'queue_measurement_age_seconds',
  'queue_measurement_up',
] as const

async function readQueues({ world: { clock, data }, database }: MeasureQueuesOptions) {
  const now = clock.now()
  const { pending, due, oldestDueAt } = await data.deliveries.backlog(now)
  const oldestSeconds = oldestDueAt === null ? 0 : Math.max(0, now.getTime() - oldestDueAt.getTime()) / 1000
  return { pending, queues: [...(await jobBacklog(database.kysely)), { queue: 'webhooks', depth: due, oldestSeconds }] }
}

/**
 * Measures the queues for all processes on the database, in the one that owns the lease: no other exports their gauges, so that
 * sums are right. While the database is slow or away the last values stay, and their age grows. @returns what ends it
 */
export function startMeasuringQueues(options: MeasureQueuesOptions): () => Promise<void> {
  const { metrics, world, database, log, everyMs = EVERY_MS, leaseMs = LEASE_MS } = options
  const isAlone = database.kind === 'embedded'
  const lease = createLease(world, { name: 'measure_queues', forMs: leaseMs, isAlone })
  let measuredAtMs: number | null = null

  function forget(): void {
    measuredAtMs = null
    for (const name of QUEUE_GAUGES) metrics.forget(name)
  }

  async function measure(): Promise<void> {
    const beganAtMs = performance.now()
    if (!(await lease.claim())) return forget()
    const { pending, queues } = await readQueues(options)
    metrics.set('webhook_deliveries_pending', {}, pending)
    for (const { queue, depth, oldestSeconds } of queues) {
      metrics.set('queue_depth', { queue }, depth)
      metrics.set('queue_oldest_seconds', { queue }, oldestSeconds)
    }
    metrics.set('queue_measurement_up', {}, 1)
    measuredAtMs = beganAtMs
  }

  async function round(): Promise<void> {
    try {
      await measure()
    } catch (error) {
      if (measuredAtMs !== null) metrics.set('queue_measurement_up', {}, 0)
      throw error
    }
  }

  const loop = startLoop({ ...world, log }, round, { everyMs, failure: 'The queues could not be measured' })
  metrics.beforeLook(() => {
    if (measuredAtMs === null) return
    metrics.set('queue_measurement_age_seconds', {}, (performance.now() - measuredAtMs) / 1000)
  })
  return () => lease.releaseAfter(loop.stop())
}
