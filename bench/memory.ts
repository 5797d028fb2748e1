import { type Bench, median } from '#bench/bench.ts'
import { benchAction, timedRun, withApp } from '#bench/bench-app.ts'
import { createMemoryTable } from '#bench/memory-table.ts'
import { cardDesign } from '#test/chaos/design.ts'

const mebibyte = 2 ** 20

/** Resident memory of the service while it makes images, in tenths of the run. */
export const memory: Bench = {
  name: 'memory',
  summary: 'resident memory of the service over one long run',
  async run({ quick }) {
    const count = quick ? 1500 : 20_000
    const table = createMemoryTable({
      count,
      fieldNames: ['Name', 'Image'],
      fieldsOf: (index) => ({ Name: `Record ${index}` }),
    })
    return withApp(table, async ({ world }) => {
      const actionId = await benchAction(world, cardDesign)
      const tenths: number[][] = Array.from({ length: 10 }, () => [])
      await timedRun(world, actionId, {
        onTick(run) {
          const tenth = Math.min(9, Math.floor((run.rendered / count) * 10))
          tenths[tenth]?.push(process.memoryUsage.rss() / mebibyte)
        },
      })
      const medians = tenths.map((samples) => median(samples))
      console.log(`  MiB by tenth of the run: ${medians.map(Math.round).join(' ')}`)
      const [, second = 0] = medians
      const last = medians.at(-1) ?? 0
      return {
        figures: { records: count, second_tenth_mib: second, last_tenth_mib: last },
        ratios: { memory_last_vs_second_tenth: last / second },
      }
    })
  },
}
