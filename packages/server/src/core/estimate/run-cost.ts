import type { Image } from '#core/image/image.ts'
import type { World } from '#core/ports/world.ts'
import type { Run } from '#core/run/run.ts'

/** Seconds: `likely`, and the shortest and longest to expect. */
export interface Seconds {
  from: number
  likely: number
  to: number
}

/** What runs take, as earlier ones tell. */
export interface RunCost {
  /** From the trigger until the first records are read. */
  start: number
  /** A record that is rendered, with as many at once as the server renders; null when nothing tells. */
  rendered: Seconds | null
  /** A record that is read and found unchanged. */
  unchanged: number
}

/** From so many rendered records on, a run tells how fast rendering goes on; fewer are over before it has got going. */
const enough = 20
const usualUnchanged = 0.0005

const around = (likely: number, factor: number): Seconds => ({ from: likely / factor, likely, to: likely * factor })
const madeBy = ({ rendered, failed }: Run) => rendered + failed

function secondsBetween(from: Date | null, to: Date | null): number {
  return from === null || to === null ? 0 : Math.max(0, to.getTime() - from.getTime()) / 1000
}

function median(numbers: readonly number[]): number {
  return numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? 0
}

function unchangedOf(runs: readonly Run[]): number {
  const idle = runs.find((run) => madeBy(run) === 0 && run.skipped >= 100)
  if (idle !== undefined) return secondsBetween(idle.startedAt, idle.finishedAt) / idle.skipped
  const listed = runs.find((run) => run.total >= 1000)
  const page = listed === undefined ? 0 : secondsBetween(listed.startedAt, listed.plannedAt) / listed.total
  return Math.max(page, usualUnchanged)
}

/** How long the renderer worked on an image; 0 when its report does not say. */
function msOf({ report: { ms } }: Image): number {
  const parts = typeof ms === 'object' && ms !== null ? Object.values(ms) : []
  return parts.reduce((sum: number, part) => sum + (typeof part === 'number' ? part : 0), 0)
}

/**
 * From the times of the images of a small run: of n that were made side by side, each lasted as long as a processor needs
 * for n / `processes` of them.
 */
async function renderedBySmall(
  { data, renderer }: CostWorld,
  run: Run,
): Promise<{ seconds: Seconds; isCold: boolean } | null> {
  const { results } = await data.images.list({ runId: run.id, limit: enough })
  const timed = results.filter((image) => msOf(image) > 0)
  const warm = timed.filter(({ report }) => report.firstOfProcess !== true)
  const isCold = warm.length === 0
  const counted = isCold ? timed : warm
  if (counted.length === 0) return null
  const each = counted.reduce((sum, image) => sum + msOf(image), 0) / counted.length / 1000
  const atOnce = Math.min(Math.max(madeBy(run), renderer.processes), renderer.concurrency)
  const outputs = Math.max(1, results.length / madeBy(run))
  const likely = (each * outputs) / atOnce
  // The first image of a process also loads fonts and compiles: that takes 3 to 14 times as long as the image itself.
  return {
    isCold,
    seconds: isCold
      ? { from: likely / 15, likely: likely / 5, to: likely }
      : { ...around(likely, 2), to: likely * 3.5 },
  }
}

async function renderedOf(world: CostWorld, runs: readonly Run[], unchanged: number): Promise<Seconds | null> {
  const large = runs.find((run) => madeBy(run) >= enough)
  if (large !== undefined) {
    const work = secondsBetween(large.startedAt, large.finishedAt)
    return around(Math.max(work - large.skipped * unchanged, work / large.total) / madeBy(large), 1.5)
  }
  let cold: Seconds | null = null
  for (const run of runs.filter((each) => madeBy(each) > 0).slice(0, 5)) {
    const small = await renderedBySmall(world, run)
    if (small?.isCold === false) return small.seconds
    cold ??= small?.seconds ?? null
  }
  return cold
}

export type CostWorld = Pick<World, 'data' | 'renderer'>

/** What a run costs, from the last runs of its action; where they tell nothing, from the last of any, within a wide range. */
export async function runCost(world: CostWorld, ofAction: readonly Run[]): Promise<RunCost> {
  const unchanged = unchangedOf(ofAction)
  const own = await renderedOf(world, ofAction, unchanged)
  if (own !== null) return { start: startOf(ofAction), rendered: own, unchanged }
  const { results } = await world.data.runs.list({ state: 'completed', limit: 20 })
  const others = await renderedOf(world, results, unchanged)
  const rendered = others && { from: others.from / 3, likely: others.likely, to: others.to * 3 }
  return { start: startOf(ofAction.length > 0 ? ofAction : results), rendered, unchanged }
}

const startOf = (runs: readonly Run[]) =>
  median(runs.map(({ activatedAt, startedAt }) => secondsBetween(activatedAt, startedAt)))
