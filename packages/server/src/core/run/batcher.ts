export interface Batcher<Item> {
  add(...items: Item[]): void
  /** Works off what is left. Nothing may be added any more. @throws what the work threw */
  end(): Promise<void>
}

export interface BatcherOptions<Item> {
  /** Starts to work when so many wait … */
  startAt: number
  /** … or the first of them has waited so long: slow work is seen while it goes on. null = full batches are worth the wait. */
  startAfterMs: number | null
  takeAtMost: number
  /** Batches under way at once. */
  atOnce?: number
  work: (items: Item[]) => Promise<void>
}

/** What comes fast is gathered a moment longer: fewer and larger batches. */
const gatherMs = 20

/** Gathers items and works them off in batches while more are added. */
export function createBatcher<Item>(options: BatcherOptions<Item>): Batcher<Item> {
  const { startAt, startAfterMs, takeAtMost, atOnce = 1, work } = options
  const waiting: Item[] = []
  const errors: unknown[] = []
  const lanes = new Set<Promise<void>>()
  let timer: { isSoon: boolean; id: ReturnType<typeof setTimeout> } | null = null
  let ended = false

  const isEnough = () => waiting.length >= (ended ? 1 : startAt) && errors.length === 0
  const drain = async () => {
    do {
      try {
        await work(waiting.splice(0, takeAtMost))
      } catch (error) {
        errors.push(error)
      }
    } while (isEnough())
  }
  const openLane = () => {
    const lane = drain().finally(() => {
      lanes.delete(lane)
      plan()
    })
    lanes.add(lane)
  }
  const stopTimer = () => {
    clearTimeout(timer?.id)
    timer = null
  }
  /** Sets when the next batch starts; brings it forward when enough waits. */
  const plan = () => {
    if (ended || lanes.size >= atOnce || waiting.length === 0 || errors.length > 0) return
    const isSoon = waiting.length >= startAt
    if (timer !== null && (timer.isSoon || !isSoon)) return
    stopTimer()
    const afterMs = isSoon ? gatherMs : startAfterMs
    if (afterMs === null) return
    const start = () => {
      timer = null
      // another lane may have taken what was enough
      if (isSoon ? isEnough() : waiting.length > 0) openLane()
      plan()
    }
    timer = { isSoon, id: setTimeout(start, afterMs) }
  }
  return {
    add(...items) {
      waiting.push(...items)
      plan()
    },
    async end() {
      ended = true
      stopTimer()
      while (lanes.size < atOnce && isEnough()) openLane()
      while (lanes.size > 0) await Promise.all(lanes)
      if (errors.length > 0) throw errors[0]
    },
  }
}
