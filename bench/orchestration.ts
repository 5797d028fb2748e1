import { createFreeRenderer } from '@pictable/server/core/fakes/free-renderer.ts'
import { createMemoryStorage } from '@pictable/server/core/fakes/memory-storage.ts'
import { type Bench, median } from '#bench/bench.ts'
import { benchAction, timedRun, withApp } from '#bench/bench-app.ts'
import { createMemoryTable } from '#bench/memory-table.ts'
import { cardDesign } from '#test/chaos/design.ts'
import { needs } from '#test/needs.ts'
import { startPostgresCluster } from '#test/postgres-cluster.ts'

interface Measured {
  /** Every record is made anew; else none, since nothing has changed. */
  isChanged: boolean
  count: number
  rounds: number
  /** Of the installation: which database it keeps everything in. */
  settings: Readonly<Record<string, string>>
}

/** Records per second over a table in memory, all of them changed or none. */
async function rateOf({ isChanged, count, rounds, settings }: Measured): Promise<number> {
  const table = createMemoryTable({
    count,
    fieldNames: ['Name', 'Image'],
    fieldsOf: (index) => ({ Name: `Record ${index}` }),
  })
  const replace = { ...table, renderer: createFreeRenderer({ concurrency: 8 }), storage: createMemoryStorage() }
  return withApp(
    replace,
    async ({ world }) => {
      const actionId = await benchAction(world, cardDesign)
      if (!isChanged) await timedRun(world, actionId)
      const rates: number[] = []
      for (let round = 0; round < rounds; round++) {
        const cpu = process.cpuUsage()
        const { run, seconds } = await timedRun(world, actionId, { force: isChanged })
        const { user, system } = process.cpuUsage(cpu)
        const done = isChanged ? run.rendered : run.skipped
        if (done !== run.total) throw new Error(`only ${done} of ${run.total} were done`)
        rates.push(run.total / seconds)
        const cpuMs = Math.round((user + system) / run.total)
        console.log(
          `  ${isChanged ? 'changed' : 'unchanged'}, round ${round + 1}: ${Math.round(run.total / seconds)} records/s, ${cpuMs} ms of this process per 1,000`,
        )
      }
      return median(rates)
    },
    settings,
  )
}

/** The rates on databases of a server of its own. */
async function postgresRates(path: string, parts: readonly Omit<Measured, 'settings'>[]): Promise<number[]> {
  const cluster = await startPostgresCluster(path)
  try {
    const rates: number[] = []
    for (const part of parts) {
      const settings = { PICTABLE_DATABASE_URL: await cluster.createDatabase() }
      rates.push(await rateOf({ ...part, settings }))
    }
    return rates
  } finally {
    await cluster.stop()
  }
}

/** All but rendering: plan, queue, fingerprints, write-back, counts. The embedded database syncs to disk, the cluster does not. */
export const orchestration: Bench = {
  name: 'orchestration',
  summary: 'records per second with a free renderer, changed and unchanged, embedded and on PostgreSQL',
  async run({ quick }) {
    const changed = { isChanged: true, count: quick ? 5000 : 20_000, rounds: quick ? 3 : 5 }
    const unchanged = { isChanged: false, count: quick ? 20_000 : 100_000, rounds: 3 }
    const embedded = {
      records_per_second: await rateOf({ ...changed, settings: {} }),
      unchanged_records_per_second: await rateOf({ ...unchanged, settings: {} }),
    }
    const postgres = needs('postgresql')
    if (!postgres.found) return { figures: embedded }
    console.log('  on PostgreSQL')
    const [rate = Number.NaN, unchangedRate = Number.NaN] = await postgresRates(postgres.path, [changed, unchanged])
    const onPostgres = { postgres_records_per_second: rate, postgres_unchanged_records_per_second: unchangedRate }
    return { figures: { ...embedded, ...onPostgres } }
  },
}
