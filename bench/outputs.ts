import { readFile } from 'node:fs/promises'
import { updateAction } from '@pictable/server/core/action/save-action.ts'
import type { FieldValue } from '@pictable/server/core/ports/source.ts'
import type { World } from '@pictable/server/core/ports/world.ts'
import { type Bench, median } from '#bench/bench.ts'
import { benchAction, timedRun, withApp } from '#bench/bench-app.ts'
import { readProducts } from '#bench/cards.ts'
import { cpuSeconds } from '#bench/cpu-seconds.ts'
import { createMemoryTable } from '#bench/memory-table.ts'

/** Widths in pixels, as a shop uses them for one product. */
const widths = [1080, 864, 648, 432, 216]

interface Cost {
  seconds: number
  /** Processor time of all processes. */
  cpu: number
}

async function costOf(work: () => Promise<void>): Promise<Cost> {
  const [startedAt, before] = [performance.now(), await cpuSeconds(process.pid)]
  await work()
  return { seconds: (performance.now() - startedAt) / 1000, cpu: (await cpuSeconds(process.pid)) - before }
}

async function runWhole(world: World, actionId: string, count: number): Promise<void> {
  const { run } = await timedRun(world, actionId, { force: true })
  if (run.rendered !== count) throw new Error(`only ${run.rendered} of ${count} were made`)
}

/** Five sizes of each record by one action, beside five runs that make one size each. */
export const outputs: Bench = {
  name: 'outputs',
  summary: 'five sizes of a product picture by one run, beside five runs',
  async run({ quick }) {
    const count = quick ? 60 : 200
    const products: Readonly<Record<string, FieldValue>>[] = []
    const productOf = (index: number) => ({
      ...products[index % products.length],
      Name: `${String(products[index % products.length]?.Name)} ${index}`,
    })
    const fieldNames = ['Name', 'Description', 'Price', 'Badge', 'Rating', 'Photo', 'Image']
    const replaced = createMemoryTable({ count, fieldNames, fieldsOf: productOf })
    return withApp(replaced, async ({ world }) => {
      products.push(...(await readProducts(world)))
      const design: unknown = JSON.parse(await readFile('examples/templates/square-product.json', 'utf8'))
      const outputOf = (width: number) => ({ name: `w${width}`, output: { formats: ['jpeg' as const], width } })
      const single: string[] = []
      for (const width of widths) {
        const id = await benchAction(world, design)
        await updateAction(world, { id }, { outputs: [outputOf(width)] })
        single.push(id)
      }
      const together = await benchAction(world, design)
      await updateAction(world, { id: together }, { outputs: widths.map(outputOf) })
      await runWhole(world, together, count)
      const [five, one]: [Cost[], Cost[]] = [[], []]
      for (let round = 0; round < (quick ? 3 : 5); round++) {
        one.push(
          await costOf(async () => {
            for (const id of single) await runWhole(world, id, count)
          }),
        )
        five.push(await costOf(() => runWhole(world, together, count)))
        console.log(
          `  round ${round + 1}: five runs ${one.at(-1)?.seconds.toFixed(2)} s (${one.at(-1)?.cpu.toFixed(2)} s of CPU), one run ${five.at(-1)?.seconds.toFixed(2)} s (${five.at(-1)?.cpu.toFixed(2)} s of CPU)`,
        )
      }
      const of = (costs: readonly Cost[], key: keyof Cost) => median(costs.map((cost) => cost[key]))
      return {
        figures: {
          records_per_second: count / of(five, 'seconds'),
          cpu_ms_per_record: (of(five, 'cpu') / count) * 1000,
        },
        ratios: {
          five_sizes_vs_five_runs: of(five, 'seconds') / of(one, 'seconds'),
          cpu_vs_five_runs: of(five, 'cpu') / of(one, 'cpu'),
        },
      }
    })
  },
}
