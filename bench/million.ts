import { openPostgres } from '@pictable/server/database/open-postgres.ts'
import { rowOf } from '@pictable/server/database/statement.ts'
import type { Bench } from '#bench/bench.ts'
import { benchAction, timedRun, withApp } from '#bench/bench-app.ts'
import { createBenchRenderer, createBenchStorage } from '#bench/bench-renderer.ts'
import { createMemoryTable } from '#bench/memory-table.ts'
import { cardDesign } from '#test/chaos/design.ts'
import { needs } from '#test/needs.ts'
import { startPostgresCluster } from '#test/postgres-cluster.ts'

type Sizes = (text: string) => Promise<number>

const databaseBytes = 'select pg_database_size(current_database())::float8 as bytes'
const queueBytes = `select sum(pg_total_relation_size(c.oid))::float8 as bytes
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where n.nspname = 'pgboss' and c.relkind = 'r'`

/** Seconds of one run over so many records, on an action of its own. */
async function secondsOf(count: number, { url, runs = 1, onRun = async () => {} }: Repeated): Promise<number> {
  const table = createMemoryTable({
    count,
    fieldNames: ['Name', 'Image'],
    fieldsOf: (index) => ({ Name: `Record ${index}` }),
  })
  const replace = { ...table, renderer: createBenchRenderer(8, () => {}), storage: createBenchStorage() }
  const work = async ({ world }: Parameters<Parameters<typeof withApp<number>>[1]>[0]) => {
    const actionId = await benchAction(world, cardDesign)
    let all = 0
    for (let n = 1; n <= runs; n++) {
      const { run, seconds } = await timedRun(world, actionId, { force: true })
      if (run.rendered !== count) throw new Error(`only ${run.rendered} of ${count} were rendered`)
      console.log(`  ${count} records: ${Math.round(count / seconds)} records/s`)
      all += seconds
      await onRun(n)
    }
    return all / runs
  }
  return withApp(replace, work, { PICTABLE_DATABASE_URL: url })
}

interface Repeated {
  url: string
  runs?: number
  onRun?: (n: number) => Promise<void>
}

/** Looks at the size of a database while others work on it. */
async function withSizes<Result>(url: string, work: (sizes: Sizes) => Promise<Result>): Promise<Result> {
  const { kysely, close } = await openPostgres({ url })
  try {
    return await work(async (text) => (await rowOf<{ bytes: number }>(kysely, text, []))?.bytes ?? Number.NaN)
  } finally {
    await close()
  }
}

/** Whether a run of a million records costs what a hundred of ten thousand do, and what the database keeps of it. */
export const million: Bench = {
  name: 'million',
  summary:
    'one very long run on PostgreSQL: cost and bytes of a record, and what ten runs leave in the queue (--long: a million)',
  async run({ quick, long }) {
    const postgres = needs('postgresql')
    if (!postgres.found) throw new Error('PostgreSQL is needed')
    const [few, many, repeats] = quick ? [1000, 5000, 3] : [10_000, long ? 1_000_000 : 100_000, 10]
    const cluster = await startPostgresCluster(postgres.path)
    try {
      const small = await cluster.createDatabase()
      const queue: number[] = []
      const fewSeconds = await withSizes(small, (sizes) =>
        secondsOf(few, { url: small, runs: repeats, onRun: async () => void queue.push(await sizes(queueBytes)) }),
      )
      const large = await cluster.createDatabase()
      const { manySeconds, bytes } = await withSizes(large, async (sizes) => {
        const before = await sizes(databaseBytes)
        const seconds = await secondsOf(many, { url: large })
        return { manySeconds: seconds, bytes: (await sizes(databaseBytes)) - before }
      })
      const [, second = Number.NaN] = queue
      return {
        figures: {
          records: many,
          records_per_second: many / manySeconds,
          database_bytes_per_record: bytes / many,
          queue_bytes_after_2_runs: second,
          [`queue_bytes_after_${repeats}_runs`]: queue.at(-1) ?? Number.NaN,
        },
        ratios: {
          cost_of_a_record_vs_short_run: manySeconds / many / (fewSeconds / few),
          queue_last_vs_second_run: (queue.at(-1) ?? Number.NaN) / second,
        },
      }
    } finally {
      await cluster.stop()
    }
  },
}
