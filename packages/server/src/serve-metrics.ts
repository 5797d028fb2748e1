import type { World } from '#core/ports/world.ts'
import type { Database } from '#database/database.ts'
import { createAdminServer } from '#http/admin-server.ts'
import { type Address, listen } from '#http/listen.ts'
import { jobBacklog } from '#jobs/job-backlog.ts'
import type { RenderPool } from '#rendering/render-pool.ts'
import { version } from '#server/version.ts'
import { measureProcess } from '#telemetry/measure-process.ts'
import type { MetricsRegistry } from '#telemetry/metrics.ts'

/** What is asked at every look. */
interface Measured {
  metrics: MetricsRegistry
  world: Pick<World, 'clock' | 'data'>
  database: Database
  pool: RenderPool
}

async function measureQueues({ metrics, world: { clock, data }, database }: Measured): Promise<void> {
  const now = clock.now()
  const { pending, due, oldestDueAt } = await data.deliveries.backlog(now)
  const oldestSeconds = oldestDueAt === null ? 0 : Math.max(0, now.getTime() - oldestDueAt.getTime()) / 1000
  metrics.set('webhook_deliveries_pending', {}, pending)
  for (const backlog of [...(await jobBacklog(database.kysely)), { queue: 'webhooks', depth: due, oldestSeconds }]) {
    const { queue, depth } = backlog
    metrics.set('queue_depth', { queue }, depth)
    metrics.set('queue_oldest_seconds', { queue }, backlog.oldestSeconds)
  }
}

function measurePool({ metrics, pool }: Measured): void {
  const { processes, waiting, timedOut, crashed, recycled } = pool.stats()
  const residentBytes = processes.reduce((sum, process) => sum + process.residentBytes, 0)
  metrics.set('render_processes', {}, processes.length)
  metrics.set('render_resident_memory_bytes', {}, residentBytes)
  metrics.set('render_waiting', {}, waiting)
  const ended = { timed_out: timedOut, crashed, recycled }
  for (const [reason, count] of Object.entries(ended)) metrics.set('render_processes_ended_total', { reason }, count)
}

/** Serves `/metrics` at an address of its own. @returns what ends it @throws StartError when it cannot listen there */
export async function serveMetrics(measured: Measured, address: Address): Promise<() => Promise<void>> {
  const { metrics } = measured
  const stopProcess = measureProcess(metrics, version())
  metrics.beforeLook(() => measureQueues(measured))
  metrics.beforeLook(() => measurePool(measured))
  const server = createAdminServer({ metricsText: metrics.text })
  await listen(server, address)
  return async () => {
    stopProcess()
    server.server.closeAllConnections()
    await server.close()
  }
}
