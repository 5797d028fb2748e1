import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type Bench, median } from '#bench/bench.ts'
import { benchAction, timedRun, withApp } from '#bench/bench-app.ts'
import { createMemoryTable } from '#bench/memory-table.ts'
import { cardDesign } from '#test/chaos/design.ts'

const mebibyte = 2 ** 20

/** Of a size that stays, since V8 would grow it as long as there is garbage: 32 MB that are no leak. */
const youngGeneration = ['--min-semi-space-size=4', '--max-semi-space-size=4']

/** Resident memory that reads of 100 rows add, without the first 10,000, in which caches fill. */
async function readRows(reads: number): Promise<Record<string, number>> {
  const script = join(import.meta.dirname, 'read-rows.ts')
  const { stdout } = await promisify(execFile)(process.execPath, [...youngGeneration, script, String(reads)])
  const mebibytes = stdout
    .trim()
    .split('\n')
    .map((bytes) => Number(bytes) / mebibyte)
  console.log(`  MiB by 10,000 reads: ${mebibytes.map((size) => size.toFixed(1)).join(' ')}`)
  return { reads, reads_added_mib: (mebibytes.at(-1) ?? Number.NaN) - (mebibytes[0] ?? Number.NaN) }
}

/** Resident memory of the service while it makes images, in tenths of the run, and of its database while it is read. */
export const memory: Bench = {
  name: 'memory',
  summary: 'resident memory of the service over one long run, and over 50,000 reads of 100 rows',
  async run({ quick }) {
    const readFigures = await readRows(quick ? 20_000 : 50_000)
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
        figures: { ...readFigures, records: count, second_tenth_mib: second, last_tenth_mib: last },
        ratios: { memory_last_vs_second_tenth: last / second },
      }
    })
  },
}
