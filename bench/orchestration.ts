import { createFreeRenderer } from '@pictable/server/core/fakes/free-renderer.ts'
import { createMemoryStorage } from '@pictable/server/core/fakes/memory-storage.ts'
import { type Bench, median } from '#bench/bench.ts'
import { benchAction, timedRun, withApp } from '#bench/bench-app.ts'
import { createMemoryTable } from '#bench/memory-table.ts'
import { cardDesign } from '#test/chaos/design.ts'

function tableOf(count: number) {
  return createMemoryTable({ count, fieldNames: ['Name', 'Image'], fieldsOf: (index) => ({ Name: `Record ${index}` }) })
}

/** All but rendering: plan, queue, fingerprints, write-back, counts, on the embedded database with sync to disk. */
export const orchestration: Bench = {
  name: 'orchestration',
  summary: 'records per second with a free renderer, and unchanged records per second',
  async run({ quick }) {
    const changed = await withApp(
      {
        ...tableOf(quick ? 5000 : 20_000),
        renderer: createFreeRenderer({ concurrency: 8 }),
        storage: createMemoryStorage(),
      },
      async ({ world }) => {
        const actionId = await benchAction(world, cardDesign)
        const rates: number[] = []
        for (let round = 0; round < (quick ? 3 : 5); round++) {
          const { run, seconds } = await timedRun(world, actionId, { force: true })
          if (run.rendered !== run.total) throw new Error(`only ${run.rendered} of ${run.total} were made`)
          rates.push(run.total / seconds)
          console.log(`  round ${round + 1}: ${Math.round(run.total / seconds)} records/s`)
        }
        return median(rates)
      },
    )
    const unchanged = await withApp(
      {
        ...tableOf(quick ? 20_000 : 100_000),
        renderer: createFreeRenderer({ concurrency: 8 }),
        storage: createMemoryStorage(),
      },
      async ({ world }) => {
        const actionId = await benchAction(world, cardDesign)
        await timedRun(world, actionId)
        const rates: number[] = []
        for (let round = 0; round < 3; round++) {
          const { run, seconds } = await timedRun(world, actionId)
          if (run.skipped !== run.total) throw new Error(`only ${run.skipped} of ${run.total} were skipped`)
          rates.push(run.total / seconds)
          console.log(`  unchanged, round ${round + 1}: ${Math.round(run.total / seconds)} records/s`)
        }
        return median(rates)
      },
    )
    return { figures: { records_per_second: changed, unchanged_records_per_second: unchanged } }
  },
}
