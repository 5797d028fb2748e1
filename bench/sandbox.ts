import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseTemplate } from '@pictable/renderer'
import { forkChild } from '@pictable/server/rendering/fork-child.ts'
import { createRenderPool, type RenderPool } from '@pictable/server/rendering/render-pool.ts'
import { processorMs } from '@pictable/server/rendering/work-clock.ts'
import { NO_SANDBOX, type Sandbox, supportedSandbox } from '@pictable/server/sandbox/sandbox.ts'
import { compileDecoders } from '@pictable/server/start/compile-decoders.ts'
import { type Bench, median } from '#bench/bench.ts'

const PAIRS = 15
const [CARDS, QUICK_CARDS] = [60, 20]

const values = { Name: 'Teapot', Description: 'Holds a litre', Price: '24.50', Badge: 'New', Rating: 4 }

/** Renders this many cards. @returns processor time of the render process per card */
async function measureCards(pool: RenderPool, design: unknown, count: number): Promise<number> {
  const pid = pool.stats().processes[0]?.pid
  const before = processorMs(pid) ?? Number.NaN
  const version = { templateId: 'tpl_1', version: 1, design: parseTemplate(design), createdAt: new Date(0) }
  for (let n = 0; n < count; n++)
    await pool.render({
      version,
      values: { ...values, Name: `Teapot ${n}`, Photo: 'asset:1' },
      modifications: [],
      output: { formats: ['jpeg'] },
      fonts: [],
    })
  return ((processorMs(pid) ?? Number.NaN) - before) / count
}

interface Start {
  processorMs: number
  wallMs: number
}

/** From `fork()` to the first message. */
async function measureStart(sandbox: Sandbox, compiledFolder: string): Promise<Start> {
  const startedAt = performance.now()
  const { child } = forkChild(sandbox, compiledFolder)
  await once(child, 'message')
  const start = { processorMs: processorMs(child.pid) ?? Number.NaN, wallMs: performance.now() - startedAt }
  const ended = once(child, 'exit')
  child.disconnect()
  await ended
  return start
}

interface Pair<Value> {
  on: Value
  off: Value
}

/** Whichever goes first has the warmer caches: they take turns. */
async function inTurns<Value>(
  index: number,
  on: () => Promise<Value>,
  off: () => Promise<Value>,
): Promise<Pair<Value>> {
  if (index % 2 === 0) return { on: await on(), off: await off() }
  const after = await off()
  return { on: await on(), off: after }
}

const medianOf = <Value>(pairs: readonly Pair<Value>[], figure: (pair: Pair<Value>) => number) =>
  median(pairs.map(figure))

/** What the sandbox costs, in processor time: others may use the machine, too. */
export const sandbox: Bench = {
  name: 'sandbox',
  summary: `render processes with and without their sandbox, ${PAIRS} interleaved pairs: processor time per card and per start`,
  async run({ quick }) {
    const folder = await mkdtemp(join(tmpdir(), 'pictable-bench-sandbox-'))
    const photo = await readFile('examples/photos/teapot.jpg')
    const design: unknown = JSON.parse(await readFile('examples/templates/social-card.json', 'utf8'))
    const open = (one: Sandbox) =>
      createRenderPool({ processes: 1, sandbox: one, compiledFolder: folder, loadPicture: async () => photo })
    const [on, off] = [open(supportedSandbox), open(NO_SANDBOX)]
    const count = quick ? QUICK_CARDS : CARDS
    try {
      await compileDecoders(folder)
      const starts: Pair<Start>[] = []
      for (let n = 0; n < PAIRS; n++)
        starts.push(
          await inTurns(
            n,
            () => measureStart(supportedSandbox, folder),
            () => measureStart(NO_SANDBOX, folder),
          ),
        )
      for (const pool of [on, off]) {
        await pool.start()
        await measureCards(pool, design, count)
      }
      const cards: Pair<number>[] = []
      for (let n = 0; n < PAIRS; n++)
        cards.push(
          await inTurns(
            n,
            () => measureCards(on, design, count),
            () => measureCards(off, design, count),
          ),
        )
      const figures = {
        cpu_ms_per_card: medianOf(cards, (pair) => pair.on),
        cpu_ms_per_card_without: medianOf(cards, (pair) => pair.off),
        cpu_ms_per_start: medianOf(starts, (pair) => pair.on.processorMs),
        cpu_ms_per_start_without: medianOf(starts, (pair) => pair.off.processorMs),
        start_adds_cpu_ms: medianOf(starts, (pair) => pair.on.processorMs - pair.off.processorMs),
        start_adds_wall_ms: medianOf(starts, (pair) => pair.on.wallMs - pair.off.wallMs),
      }
      return { figures, ratios: { cpu_per_card_vs_without: medianOf(cards, (pair) => pair.on / pair.off) } }
    } finally {
      await Promise.all([on.close(), off.close()])
      await rm(folder, { recursive: true, force: true })
    }
  },
}
