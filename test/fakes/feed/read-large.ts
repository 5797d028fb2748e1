import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { z } from 'zod'
import { feedTable, openFeedWorld } from '#test/fakes/feed/open-feed.ts'
import { forgetPeak, memoryOf } from '#test/memory-of.ts'

const figures = z.object({
  records: z.int(),
  /** Of the first reading, and of the second, of a feed that is unchanged. */
  seconds: z.tuple([z.number(), z.number()]),
  /** What the process takes more than before, at most. */
  grownMib: z.number(),
})

/** So small a heap cannot hold the records of a large feed. */
const heap = ['--max-old-space-size=48', '--max-semi-space-size=2']

/** `readLarge()` reads a feed twice in a process of its own. */
export async function readLarge(url: string): Promise<z.output<typeof figures>> {
  const { stdout } = await promisify(execFile)(process.execPath, [...heap, import.meta.filename, url])
  return figures.parse(JSON.parse(stdout))
}

async function read(url: string): Promise<z.output<typeof figures>> {
  const world = await openFeedWorld()
  forgetPeak(process.pid)
  const before = memoryOf(process.pid).residentMib
  const times = [performance.now()]
  let records = 0
  for (const _ of [1, 2]) {
    records = 0
    for await (const page of world.open({ url, key: 'sku' }).pages(feedTable, { viewId: null }))
      records += page.records.length
    times.push(performance.now())
  }
  await world.close()
  const [start = 0, first = 0, second = 0] = times
  const grownMib = memoryOf(process.pid).peakMib - before
  return { records, seconds: [(first - start) / 1000, (second - first) / 1000], grownMib }
}

const [, script, url] = process.argv
if (script === import.meta.filename && url !== undefined) console.log(JSON.stringify(await read(url)))
