import { createFreeRenderer } from '@pictable/server/core/fakes/free-renderer.ts'
import { createMemoryStorage } from '@pictable/server/core/fakes/memory-storage.ts'
import { type Bench, median } from '#bench/bench.ts'
import { benchAction, timedRun, withApp } from '#bench/bench-app.ts'
import { openSqlTable, type SqlTable } from '#bench/sql-table.ts'
import { cardDesign } from '#test/chaos/design.ts'

interface Rates {
  changed: number
  unchanged: number
}

/** Runs over the whole table, each record made anew and then none of them. `settings` say where everything else is kept. */
async function ratesOver(
  table: SqlTable,
  { count, rounds, settings }: { count: number; rounds: number; settings: Readonly<Record<string, string>> },
): Promise<Rates> {
  const replace = { renderer: createFreeRenderer({ concurrency: 8 }), storage: createMemoryStorage() }
  return withApp(
    replace,
    async ({ world }) => {
      const actionId = await benchAction(world, cardDesign, {
        source: 'postgres',
        settings: table.settings,
        baseId: 'public',
        table: 'products',
      })
      const rates: number[] = []
      for (let round = 0; round < rounds; round++) {
        const { run, seconds } = await timedRun(world, actionId, { force: true })
        if (run.writtenBack !== count) throw new Error(`only ${run.writtenBack} of ${count} were written`)
        rates.push(count / seconds)
        console.log(`  round ${round + 1}: ${Math.round(count / seconds)} records/s`)
      }
      const unchanged = await timedRun(world, actionId)
      if (unchanged.run.skipped !== count) throw new Error(`only ${unchanged.run.skipped} of ${count} were skipped`)
      console.log(`  unchanged: ${Math.round(count / unchanged.seconds)} records/s`)
      if ((await table.written()) !== count) throw new Error('some addresses are not in the table')
      return { changed: median(rates), unchanged: count / unchanged.seconds }
    },
    { PICTABLE_EGRESS_ALLOW: '127.0.0.0/8', ...settings },
  )
}

/**
 * All but rendering, over a real PostgreSQL server: rows read, the address of each image written back into its row. First on
 * the embedded database, then on a database of the same server.
 */
export const sqlSource: Bench = {
  name: 'sql-source',
  summary: 'records per second over a PostgreSQL table, read and written back, with a free renderer',
  async run({ quick }) {
    const size = { count: quick ? 20_000 : 100_000, rounds: quick ? 2 : 3 }
    const table = await openSqlTable(size.count)
    try {
      console.log('  embedded')
      const embedded = await ratesOver(table, { ...size, settings: {} })
      console.log('  on PostgreSQL')
      const settings = { PICTABLE_DATABASE_URL: await table.createDatabase() }
      const postgres = await ratesOver(table, { ...size, settings })
      return {
        figures: {
          records_per_second: embedded.changed,
          unchanged_records_per_second: embedded.unchanged,
          postgres_records_per_second: postgres.changed,
          postgres_unchanged_records_per_second: postgres.unchanged,
        },
      }
    } finally {
      await table.close()
    }
  },
}
