/**
 * A worker process of the bench `workers`: told its settings by the environment, the number of records and the milliseconds
 * of a render by its arguments, asked what it has rendered by messages.
 */
import { startApp } from '@pictable/server/app.ts'
import { parseConfig } from '@pictable/server/settings/config.ts'
import { createBenchRenderer, createBenchStorage } from '#bench/bench-renderer.ts'
import { createMemoryTable } from '#bench/memory-table.ts'

const [count, renderMs] = process.argv.slice(2).map(Number)
/** As many render processes as a machine with so many cores has. */
const slots = 4

const rendered: string[] = []
const waiting: (() => void)[] = []
let free = slots

/** One of so many renders at a time, each of which takes its time. */
async function takeTime(): Promise<void> {
  if (free > 0) free--
  else await new Promise<void>((resolve) => waiting.push(resolve))
  await new Promise((resolve) => setTimeout(resolve, renderMs))
  const next = waiting.shift()
  if (next === undefined) free++
  else next()
}

const table = createMemoryTable({
  count: count ?? 0,
  fieldNames: ['Name', 'Image'],
  fieldsOf: (index) => ({ Name: `Record ${index}` }),
})
const renderer = createBenchRenderer(2 * slots, async ({ ids }) => {
  rendered.push(ids !== undefined && 'recordId' in ids ? ids.recordId : '')
  if (renderMs !== 0) await takeTime()
})
const app = await startApp(parseConfig(process.env), {
  role: 'worker',
  replace: () => ({ ...table, renderer, storage: createBenchStorage() }),
})
process.on('message', async (message) => {
  if (message === 'report') process.send?.({ rendered: rendered.splice(0) })
  if (message !== 'end') return
  await app.close()
  process.exit(0)
})
process.send?.({ rendered: [] })
