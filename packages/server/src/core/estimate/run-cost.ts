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

/** A run with this many rendered records shows how fast rendering is; a smaller one ends before it is fast. */
const enough = 20
const mostRuns = 5
const usualUnchanged = 0.0002
/** A run without records. */
const usualBesideAll = 0.02
/** A rendered record, beside its images: it is mapped, and its files and its outcome are stored. */
const usualBeside = 0.002

const around = (likely: number, factor: number): Seconds => ({ from: likely / factor, likely, to: likely * factor })
const madeBy = ({ rendered, failed }: Run) => rendered + failed
const workOf = ({ startedAt, finishedAt }: Run) => secondsBetween(startedAt, finishedAt)
/** A record that fails takes another time than one that is rendered. */
const tellsPace = (run: Run) => run.rendered >= enough && run.failed <= run.rendered / 10 && workOf(run) > 0

function secondsBetween(from: Date | null, to: Date | null): number {
  return from === null || to === null ? 0 : Math.max(0, to.getTime() - from.getTime()) / 1000
}

/** Of two the smaller: a run may also have waited, but none is faster than it can be. */
function median(numbers: readonly number[]): number {
  return numbers.toSorted((one, other) => one - other)[Math.floor((numbers.length - 1) / 2)] ?? 0
}

function unchangedOf(runs: readonly Run[]): number {
  // In a small one, what a run takes beside its records counts for as much as these.
  const [idle] = runs
    .filter((run) => madeBy(run) === 0 && run.skipped >= 100)
    .toSorted((one, other) => other.skipped - one.skipped)
  if (idle !== undefined) return Math.max((workOf(idle) - usualBesideAll) / idle.skipped, usualUnchanged / 4)
  const listed = runs.find((run) => run.total >= 1000)
  const page = listed === undefined ? 0 : secondsBetween(listed.startedAt, listed.plannedAt) / listed.total
  return Math.max(page, usualUnchanged)
}

/** All of the times in a report, which are by step, and in a file of several pages or frames by each of these. */
function sumOf(times: unknown): number {
  if (typeof times === 'number') return times
  const parts: unknown[] = typeof times === 'object' && times !== null ? Object.values(times) : []
  return parts.reduce((sum: number, part) => sum + sumOf(part), 0)
}

/** How long the renderer worked on an image; 0 when its report does not say. */
function msOf({ report }: Pick<Image, 'report'>): number {
  const parts = [report.pages, report.frames].flatMap((rows) => (Array.isArray(rows) ? rows : []))
  return sumOf([report, ...parts].map(({ ms }: { ms?: unknown }) => ms))
}

/**
 * From the times of the images of a small run: of n that were made side by side, each lasted as long as a processor needs
 * for n / `processes` of them.
 */
async function renderedBySmall({ data, renderer }: CostWorld, run: Run): Promise<Seconds | null> {
  const outputs = Math.max(1, run.outputNames.length)
  const { results } = await data.images.list({ runId: run.id, limit: enough * outputs })
  const timed = results.filter((image) => msOf(image) > 0)
  if (timed.length === 0) return null
  const each = timed.reduce((sum, image) => sum + msOf(image), 0) / timed.length / 1000
  const atOnce = Math.min(Math.max(madeBy(run), renderer.processes), renderer.concurrency)
  const images = (each * outputs) / atOnce
  return { from: images / 2 + usualBeside / 2, likely: images + usualBeside, to: images * 3.5 + usualBeside * 3 }
}

async function renderedOf(world: CostWorld, runs: readonly Run[], unchanged: number): Promise<Seconds | null> {
  const large = runs.filter(tellsPace).slice(0, mostRuns)
  if (large.length > 0) {
    const paceOf = (run: Run) => {
      const work = workOf(run)
      return Math.max(work - run.skipped * unchanged, work / run.total) / run.rendered
    }
    // Some have also waited, such as for a table that was away.
    return around(median(large.map(paceOf)), 1.5)
  }
  for (const run of runs.filter(({ rendered }) => rendered > 0).slice(0, mostRuns)) {
    const small = await renderedBySmall(world, run)
    if (small !== null) return small
  }
  return null
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
