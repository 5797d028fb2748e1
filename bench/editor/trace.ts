import type { CDPSession, Page } from 'playwright-core'
import { quantile } from '#bench/bench.ts'

interface TraceEvent {
  name: string
  ph: string
  pid: number
  tid: number
  /** Microseconds. */
  ts: number
  dur?: number
  /** Of the processor. */
  tdur?: number
  args?: { name?: string; data?: { interactionId?: number; duration?: number } }
}

/** What the main thread of a page did while it was recorded. */
export interface Recorded {
  /** Time of the processor in each frame: input, scripts, style, layout and paint. */
  frameWorkMs: number[]
  /** From each frame to the next, as the page asks for them. */
  frameIntervalsMs: number[]
  /** Time of the processor in each task that the page does when it has nothing else to do. */
  idleTasksMs: number[]
  /** From each key, press or end of a drag to the paint that shows it, the slowest event of each. */
  interactionsMs: number[]
}

const categoriesOf = {
  frames: ['toplevel', 'devtools.timeline', 'disabled-by-default-devtools.timeline.frame', '__metadata'],
  /** Tracing of every task would delay what is measured. */
  interactions: ['devtools.timeline'],
}

async function eventsOf(session: CDPSession): Promise<TraceEvent[]> {
  const events: TraceEvent[] = []
  session.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as TraceEvent[])))
  const complete = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve))
  await session.send('Tracing.end')
  await complete
  return events
}

/** Tasks of one thread, summed up from one frame to the next. */
function workPerFrame(events: readonly TraceEvent[]): number[] {
  const main = busiestOf(events.filter(({ name }) => name === 'FireAnimationFrame'))
  if (!main) return []
  const own = events
    .filter(({ pid, tid }) => pid === main.pid && tid === main.tid)
    .sort((one, other) => one.ts - other.ts)
  const works: number[] = []
  let workMs = 0
  for (const event of own) {
    const { name, tdur = 0 } = event
    if (isTask(event)) workMs += tdur / 1000
    if (name !== 'BeginMainThreadFrame') continue
    works.push(workMs)
    workMs = 0
  }
  return works.slice(1)
}

const isTask = ({ name }: TraceEvent) => name === 'ThreadControllerImpl::RunTask' || name === 'RunTask'

/** With the promises that settle in it. */
function idleTasks(events: readonly TraceEvent[]): number[] {
  return events
    .filter(({ name }) => name === 'FireIdleCallback')
    .flatMap(({ pid, tid, ts }) => {
      const around = (task: TraceEvent) =>
        isTask(task) && task.pid === pid && task.tid === tid && task.ts <= ts && task.ts + (task.dur ?? 0) >= ts
      return (events.find(around)?.tdur ?? 0) / 1000
    })
}

/** The trace has them exactly; the page itself is given multiples of 8 ms, and nothing below 16. */
function interactions(events: readonly TraceEvent[]): number[] {
  const slowest = new Map<number, number>()
  for (const { name, args } of events) {
    const { interactionId = 0, duration = 0 } = (name === 'EventTiming' && args?.data) || {}
    if (interactionId > 0) slowest.set(interactionId, Math.max(duration, slowest.get(interactionId) ?? 0))
  }
  return [...slowest.values()]
}

function busiestOf(events: readonly TraceEvent[]): TraceEvent | undefined {
  const counts = Map.groupBy(events, ({ pid, tid }) => `${pid}.${tid}`)
  return [...counts.values()].sort((one, other) => other.length - one.length)[0]?.[0]
}

/** Records a page while something is done in it. */
export async function record(
  page: Page,
  use: () => Promise<void>,
  what: keyof typeof categoriesOf = 'frames',
): Promise<Recorded> {
  const session = await page.context().newCDPSession(page)
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: categoriesOf[what] },
  })
  await page.evaluate(() => {
    const times: number[] = []
    Reflect.set(globalThis, 'pictable.frames', times)
    const next = (at: number) => {
      times.push(at)
      if (Reflect.get(globalThis, 'pictable.frames') === times) requestAnimationFrame(next)
    }
    requestAnimationFrame(next)
  })
  await use()
  // What was painted last is traced a moment later.
  await page.waitForTimeout(300)
  const times: number[] = await page.evaluate(() => {
    const kept = Reflect.get(globalThis, 'pictable.frames')
    Reflect.deleteProperty(globalThis, 'pictable.frames')
    return kept
  })
  const events = await eventsOf(session)
  await session.detach()
  return {
    frameWorkMs: workPerFrame(events),
    idleTasksMs: idleTasks(events),
    interactionsMs: interactions(events),
    frameIntervalsMs: times.slice(1).map((at, index) => at - (times[index] ?? at)),
  }
}

export const p95 = (values: readonly number[]): number => quantile(values, 0.95)

/** Share of the frames that came later than the next turn of a screen with 60 a second. */
export function missedShare({ frameIntervalsMs }: Recorded): number {
  return frameIntervalsMs.filter((each) => each > 1.5 * (1000 / 60)).length / Math.max(1, frameIntervalsMs.length)
}
