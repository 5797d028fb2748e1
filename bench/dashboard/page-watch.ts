import type { Page } from 'playwright-core'

/** What a page saw of itself while something was done in it. */
export interface Seen {
  /** From a key or press to the next paint, the slowest event of each; what takes under 16 ms is not told. */
  paintsMs: number[]
  /** Tasks of its main thread beyond 50 ms. */
  longTasksMs: number[]
  /** Time of the processor that the main thread took for each of them: others on the machine do not count. */
  threadMsEach: number
}

const place = 'pictable.seen'

interface Kept {
  paints: Map<number, number>
  tasks: number[]
  interactions: number
}

export interface Watched {
  page: Page
  /** What was seen since the last time. */
  seen(): Promise<Seen>
}

/** Runs in the page, before all of its scripts. */
function watch(name: string): void {
  const kept: Kept = { paints: new Map(), tasks: [], interactions: 0 }
  Reflect.set(globalThis, name, kept)
  const notePaints = (list: PerformanceObserverEntryList) => {
    for (const entry of list.getEntries()) {
      const id = Number(Reflect.get(entry, 'interactionId'))
      if (id > 0) kept.paints.set(id, Math.max(entry.duration, kept.paints.get(id) ?? 0))
    }
  }
  const noteTasks = (list: PerformanceObserverEntryList) => {
    kept.tasks.push(...list.getEntries().map(({ duration }) => duration))
  }
  // The types do not know how low its threshold may be.
  const events = { type: 'event', durationThreshold: 16, buffered: true }
  new PerformanceObserver(notePaints).observe(events)
  new PerformanceObserver(noteTasks).observe({ type: 'longtask', buffered: true })
}

async function take(page: Page): Promise<Omit<Seen, 'threadMsEach'> & { count: number }> {
  return page.evaluate(async (name) => {
    // What was painted last is told a moment later.
    await new Promise((resolve) => setTimeout(resolve, 300))
    const kept: Kept = Reflect.get(globalThis, name)
    const interactions = Number(Reflect.get(performance, 'interactionCount'))
    const count = interactions - kept.interactions
    const seen = { paintsMs: [...kept.paints.values()], longTasksMs: [...kept.tasks], count }
    kept.interactions = interactions
    kept.paints.clear()
    kept.tasks.length = 0
    return seen
  }, place)
}

export async function watchPage(page: Page): Promise<Watched> {
  await page.addInitScript(watch, place)
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  const threadMs = async () => {
    const { metrics } = await session.send('Performance.getMetrics')
    return 1000 * (metrics.find(({ name }) => name === 'ThreadTime')?.value ?? Number.NaN)
  }
  let before = 0
  return {
    page,
    async seen() {
      const { count, ...seen } = await take(page)
      const now = await threadMs()
      const threadMsEach = count === 0 ? 0 : (now - before) / count
      before = now
      return { ...seen, threadMsEach }
    },
  }
}

/** Frames per second of a page that asks for every one of them. */
export async function framesPerSecond(page: Page, forMs: number): Promise<number> {
  return page.evaluate(
    (wantedMs) =>
      new Promise<number>((resolve) => {
        const startedAt = performance.now()
        let frames = 0
        const next = () => {
          frames++
          const passedMs = performance.now() - startedAt
          if (passedMs < wantedMs) requestAnimationFrame(next)
          else resolve(frames / (passedMs / 1000))
        }
        requestAnimationFrame(next)
      }),
    forMs,
  )
}
