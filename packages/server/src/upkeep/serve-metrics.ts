import { setTimeout } from 'node:timers/promises'
import { readScrub } from '#core/image/scrub-files.ts'
import type { World } from '#core/ports/world.ts'
import { needed } from '#core/readiness.ts'
import type { Database } from '#database/database.ts'
import { createAdminServer } from '#http/server/admin-server.ts'
import { type Address, listen } from '#http/server/listen.ts'
import type { RenderPool } from '#rendering/render-pool.ts'
import { isOverdue } from '#server/backup/run-backups.ts'
import { version } from '#server/settings/version.ts'
import type { Log } from '#telemetry/log.ts'
import { measureProcess } from '#telemetry/measure-process.ts'
import type { MetricsRegistry } from '#telemetry/metrics.ts'
import { startMeasuringQueues } from './measure-queues.ts'

/** What is asked at every look. */
interface Measured {
  metrics: MetricsRegistry
  world: World
  database: Database
  pool: RenderPool
  log: Log
}

/** Who looks gives up after ten seconds. */
const answerWithinMs = 5000

/** What the work gives, null when it fails or takes too long. */
function inTime<Result>(work: Promise<Result>): Promise<Result | null> {
  return Promise.race([work.catch(() => null), setTimeout(answerWithinMs, null, { ref: false })])
}

async function measureReadiness({ metrics, world }: Measured): Promise<void> {
  const measure = async ([part, check]: [string, (world: World) => Promise<void>]) => {
    const isWell = (await inTime(check(world).then(() => true))) ?? false
    metrics.set('pictable_ready', { part }, Number(isWell))
  }
  await Promise.all(Object.entries(needed).map(measure))
}

/** A PostgreSQL of its own measures itself. */
async function measureEmbedded({ metrics, database }: Measured): Promise<void> {
  const memory = database.kind === 'embedded' ? await inTime(database.memory()) : undefined
  // The last values stay: an alert on them must not fall silent.
  metrics.set('database_memory_unanswered', {}, Number(memory === null))
  if (!memory) return
  metrics.set('database_heap_size_used_bytes', {}, memory.heapUsedBytes)
  metrics.set('database_heap_size_total_bytes', {}, memory.heapTotalBytes)
  metrics.set('database_external_memory_bytes', {}, memory.externalBytes)
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

/** Kept in the database, so that every process tells the same. */
async function measureScrub({ metrics, world }: Measured): Promise<void> {
  const read = await inTime(readScrub(world.data.settings).then((scrub) => ({ scrub })))
  // While the database is slow the last values stay: an alert on them must not fall silent.
  if (read === null) return
  for (const name of ['storage_scrub_damaged_files', 'storage_scrub_finished_seconds'] as const) metrics.forget(name)
  const { scrub } = read
  metrics.set('storage_scrub_damaged_files', {}, scrub === null ? 0 : scrub.broken.length + scrub.unlisted)
  const finishedAt = scrub?.finishedAt ?? null
  if (finishedAt !== null) metrics.set('storage_scrub_finished_seconds', {}, Date.parse(finishedAt) / 1000)
}

async function measureBackups({ metrics, world }: Measured): Promise<void> {
  const read = await inTime(Promise.all([world.backups.list(), world.backups.schedule()]))
  if (read === null) return
  const [listed, schedule] = read
  const ended = listed.filter(({ state }) => state !== 'running')
  const success = ended.find(({ state }) => state === 'completed')
  metrics.set('backup_overdue', {}, Number(schedule !== null && isOverdue(schedule, listed, world.clock.now())))
  metrics.set('backup_failed', {}, Number(ended[0]?.state === 'failed'))
  if (success !== undefined) metrics.set('backup_last_success_seconds', {}, success.startedAt.getTime() / 1000)
}

/** Serves `/metrics` at an address of its own. @returns what ends it @throws StartError when it cannot listen there */
export async function serveMetrics(measured: Measured, address: Address): Promise<() => Promise<void>> {
  const { metrics } = measured
  const stopProcess = measureProcess(metrics, version())
  metrics.beforeLook(() => measureReadiness(measured))
  metrics.beforeLook(() => metrics.set('database_corrupt', {}, Number(measured.database.corruption() !== null)))
  metrics.beforeLook(() => measureEmbedded(measured))
  metrics.beforeLook(() => measurePool(measured))
  metrics.beforeLook(() => measureScrub(measured))
  metrics.beforeLook(() => measureBackups(measured))
  const server = createAdminServer({ metricsText: metrics.text })
  await listen(server, address)
  const stopQueues = startMeasuringQueues(measured)
  return async () => {
    stopProcess()
    await stopQueues()
    server.server.closeAllConnections()
    await server.close()
  }
}
