import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startApp } from '@pictable/server/app.ts'
import type { World } from '@pictable/server/core/ports/world.ts'
import { parseConfig } from '@pictable/server/settings/config.ts'
import { z } from 'zod'
import type { Bench } from '#bench/bench.ts'
import { benchAction, timedRun } from '#bench/bench-app.ts'
import { createBenchStorage } from '#bench/bench-renderer.ts'
import { createMemoryTable } from '#bench/memory-table.ts'
import { cardDesign } from '#test/chaos/design.ts'
import { needs } from '#test/needs.ts'
import { startPostgresCluster } from '#test/postgres-cluster.ts'
import { freePort } from '#test/server-process.ts'

const reported = z.object({ rendered: z.array(z.string()) })

async function answerOf(worker: ChildProcess): Promise<string[]> {
  const [message] = await once(worker, 'message')
  return reported.parse(message).rendered
}

interface Measured {
  world: World
  settings: Readonly<Record<string, string>>
  /** As many for each worker, so that every round takes as long. */
  perWorker: number
  /** Nothing for a renderer that is free. */
  renderMs: number
}

async function startWorker({ settings, renderMs }: Measured, count: number): Promise<ChildProcess> {
  const env = { PATH: process.env.PATH, ...settings, PICTABLE_PORT: String(await freePort()) }
  const worker = fork(join(import.meta.dirname, 'worker.ts'), [String(count), String(renderMs)], { env })
  await answerOf(worker)
  return worker
}

async function ask(worker: ChildProcess): Promise<string[]> {
  const answer = answerOf(worker)
  worker.send('report')
  return answer
}

async function end(worker: ChildProcess): Promise<void> {
  const gone = once(worker, 'exit')
  worker.send('end')
  await gone
}

/** @returns records per second, and how many were rendered more than once */
async function round(workers: number, measured: Measured) {
  const { world, perWorker, renderMs } = measured
  const count = workers * perWorker
  const actionId = await benchAction(world, cardDesign)
  const processes = await Promise.all(Array.from({ length: workers }, () => startWorker(measured, count)))
  try {
    const { run, seconds } = await timedRun(world, actionId)
    const rendered = (await Promise.all(processes.map(ask))).flat()
    if (run.rendered !== count) throw new Error(`only ${run.rendered} of ${count} were rendered`)
    console.log(`  ${workers} workers, ${renderMs} ms a render: ${Math.round(run.rendered / seconds)} records/s`)
    return { rate: run.rendered / seconds, doubled: rendered.length - new Set(rendered).size }
  } finally {
    await Promise.all(processes.map(end))
  }
}

/** Whether more processes do as much more. Their renders wait instead of working, so that cores are not what is missing. */
export const workers: Bench = {
  name: 'workers',
  summary: 'worker processes on one PostgreSQL with renders of 60 ms: how near to linear, and renders done twice',
  async run({ quick }) {
    const postgres = needs('postgresql')
    if (!postgres.found) throw new Error('PostgreSQL is needed')
    const cluster = await startPostgresCluster(postgres.path)
    const dataDir = await mkdtemp(join(tmpdir(), 'pictable-workers-'))
    const settings = {
      PICTABLE_DATABASE_URL: await cluster.createDatabase(),
      PICTABLE_DATA_DIR: dataDir,
      PICTABLE_PUBLIC_URL: 'https://pictable.example',
      PICTABLE_SEED_SAMPLE: 'false',
      PICTABLE_LOG_LEVEL: 'warn',
      PICTABLE_RENDER_PROCESSES: '1',
    }
    const replace = {
      ...createMemoryTable({ count: 0, fieldNames: ['Name', 'Image'], fieldsOf: () => ({}) }),
      storage: createBenchStorage(),
    }
    const config = parseConfig({ ...settings, PICTABLE_PORT: String(await freePort()) })
    const app = await startApp(config, { role: 'api', replace: () => replace })
    try {
      const measured = { world: app.world, settings, perWorker: quick ? 300 : 4000, renderMs: 60 }
      const one = await round(1, measured)
      const figures: Record<string, number> = { workers_1_per_second: one.rate, doubled_renders: one.doubled }
      const ratios: Record<string, number> = {}
      for (const count of quick ? [2] : [2, 4, 8]) {
        const { rate, doubled } = await round(count, measured)
        figures[`workers_${count}_per_second`] = rate
        figures.doubled_renders = (figures.doubled_renders ?? 0) + doubled
        ratios[`workers_${count}_vs_linear`] = rate / (count * one.rate)
      }
      const free = { ...measured, renderMs: 0, perWorker: quick ? 5000 : 50_000 }
      for (const count of [1, 2]) {
        const { rate, doubled } = await round(count, free)
        figures[`workers_${count}_free_renders_per_second`] = rate
        figures.doubled_renders = (figures.doubled_renders ?? 0) + doubled
      }
      return { figures, ratios }
    } finally {
      await app.close()
      await cluster.stop()
      await rm(dataDir, { recursive: true, force: true })
    }
  },
}
