import { readFile } from 'node:fs/promises'
import { Worker } from 'node:worker_threads'
import type { App } from '@pictable/server/app.ts'
import { startRun } from '@pictable/server/core/run/start-run.ts'
import { z } from 'zod'
import { type Bench, median, quantile } from '#bench/bench.ts'
import { benchAction, benchKey, timedRun, withApp } from '#bench/bench-app.ts'
import { createMemoryTable } from '#bench/memory-table.ts'

const answerSchema = z.object({ latencies: z.array(z.number()), seconds: z.number() })

async function ask(
  { url }: App,
  actionId: string,
  load: { connections: number; requests: number; seconds: number; pauseMs: number },
) {
  const workerData = { url: `${url}/v1/tablesources/${actionId}`, key: benchKey, ...load }
  const worker = new Worker(new URL('./load.ts', import.meta.url), { workerData })
  const answer = await new Promise((resolve, reject) => worker.once('message', resolve).once('error', reject))
  return answerSchema.parse(answer)
}

/** `GET /v1/tablesources/:id`, read from the database every time. */
export const status: Bench = {
  name: 'status',
  summary: 'status requests per second when idle, their latency during a run, and trigger to first finished record',
  async run({ quick }) {
    const count = quick ? 200 : 1500
    const table = createMemoryTable({
      count,
      fieldNames: ['Name', 'Description', 'Price', 'Badge', 'Rating', 'Photo', 'Image'],
      fieldsOf: (index) => ({ Name: `Record ${index}` }),
    })
    return withApp(table, async (app) => {
      const { world } = app
      const actionId = await benchAction(
        world,
        JSON.parse(await readFile('examples/templates/social-card.json', 'utf8')),
      )
      const rates: number[] = []
      for (let round = 0; round < 5; round++) {
        const { latencies, seconds } = await ask(app, actionId, {
          connections: 8,
          requests: quick ? 2000 : 6000,
          seconds: 10,
          pauseMs: 0,
        })
        rates.push(latencies.length / seconds)
      }
      console.log(`  idle: ${rates.map(Math.round).join(', ')} requests/s`)
      await timedRun(world, actionId, { force: true })

      const running = timedRun(world, actionId, { force: true })
      const { latencies } = await ask(app, actionId, {
        connections: 4,
        requests: 100_000,
        seconds: quick ? 3 : 15,
        pauseMs: 10,
      })
      const { seconds } = await running
      console.log(`  during a run of ${count} records (${seconds.toFixed(1)} s): ${latencies.length} requests`)

      const firsts: number[] = []
      for (let round = 0; round < 9; round++) firsts.push(await firstRecordMs(app, actionId))
      return {
        figures: {
          status_per_second: median(rates),
          status_during_run_p50_ms: median(latencies),
          status_during_run_p99_ms: quantile(latencies, 0.99),
          trigger_to_first_record_ms: median(firsts),
        },
      }
    })
  },
}

/** From the trigger to the first record that the database calls finished. */
async function firstRecordMs({ world }: App, actionId: string): Promise<number> {
  const startedAt = performance.now()
  const { run } = await startRun(world, actionId, { recordIds: null, force: true, limit: 100, metadata: null })
  let firstMs = 0
  for (;;) {
    const now = await world.data.runs.get(run.id)
    if (firstMs === 0 && (now?.rendered ?? 0) > 0) firstMs = performance.now() - startedAt
    if (now?.finishedAt) return firstMs
    await new Promise((resolve) => setTimeout(resolve, 2))
  }
}
