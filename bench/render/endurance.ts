import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseTemplate } from '@pictable/renderer'
import { createRenderPool, type RenderPool } from '@pictable/server/rendering/render-pool.ts'
import { median, type Outcome } from '#bench/bench.ts'
import { templateOf, valuesOf } from '#bench/render/pictable.ts'
import { photosOf } from '#bench/render/scene.ts'
import { readWorkloads, type Workload } from '#bench/render/workloads.ts'
import { memoryOf } from '#test/memory-of.ts'

const mebibyte = 2 ** 20

/** A pool of the product's own with one render process, which is never replaced. */
function createPool(compiledFolder: string): RenderPool {
  return createRenderPool({
    processes: 1,
    recycleAfterRenders: Number.POSITIVE_INFINITY,
    recycleAfterBytes: Number.POSITIVE_INFINITY,
    // What is measured is memory: no load of the machine may end a process.
    deadlineMs: 600_000,
    compiledFolder,
    loadPicture: async (src) => {
      throw new Error(`nobody knows ${src}`)
    },
  })
}

/** From the fork to the first answer, with what an earlier process has compiled. */
async function startMs(compiledFolder: string): Promise<number> {
  const pool = createPool(compiledFolder)
  const startedAt = performance.now()
  await pool.start()
  const ms = performance.now() - startedAt
  await pool.close()
  return ms
}

interface Held {
  readonly firstMib: number
  readonly lastMib: number
  /** The most at any moment; NaN where the system does not tell. */
  readonly peakMib: number
}

/** Renders so many records, another one each time, as a run does, and prints what the process holds after each tenth. */
async function endure(pool: RenderPool, { name, sceneOf }: Workload, count: number): Promise<Held> {
  const version = { templateId: name, version: 1, design: parseTemplate(templateOf(sceneOf(0))) }
  const held: number[] = []
  let next = 0
  const lane = async (until: number) => {
    while (next < until) {
      const scene = sceneOf(next++)
      const photos = new Map(photosOf(scene).map((photo) => [photo.name, photo.jpeg]))
      const load = async (src: string) => photos.get(src) ?? Buffer.alloc(0)
      const filled = { values: valuesOf(scene), modifications: [], fonts: [], load }
      await pool.render({ version, ...filled, output: { formats: ['jpeg'] } })
    }
  }
  for (let tenth = 1; tenth <= 10; tenth++) {
    const until = Math.round((count * tenth) / 10)
    await Promise.all(Array.from({ length: pool.concurrency }, () => lane(until)))
    held.push((pool.stats().processes[0]?.residentBytes ?? Number.NaN) / mebibyte)
    console.log(`  ${name}: ${until} records, ${held.at(-1)?.toFixed(0)} MiB`)
  }
  const { peakMib } = memoryOf(pool.stats().processes[0]?.pid)
  return { firstMib: held[0] ?? Number.NaN, lastMib: held.at(-1) ?? Number.NaN, peakMib }
}

/** How long a render process takes to start, and what it holds over 20,000 social cards and over pages of A4. */
export async function measureProcess(): Promise<Outcome> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-compiled-'))
  try {
    await startMs(folder)
    const starts: number[] = []
    for (let round = 0; round < 9; round++) starts.push(await startMs(folder))
    const figures: Record<string, number> = { start_ms: median(starts) }
    for (const [name, count] of [
      ['w1', 20_000],
      ['w3', 400],
    ] as const) {
      const workload = (await readWorkloads()).find((each) => each.name === name)
      if (!workload) throw new Error(`there is no workload ${name}`)
      const pool = createPool(folder)
      const { firstMib, lastMib, peakMib } = await endure(pool, workload, count)
      await pool.close()
      Object.assign(figures, { [`${name}_first_mib`]: firstMib, [`${name}_last_mib`]: lastMib })
      figures[`${name}_peak_mib`] = peakMib
    }
    return { figures }
  } finally {
    await rm(folder, { recursive: true })
  }
}
