export interface Batcher<Item> {
  add(...items: Item[]): void
  /** Works off what is left. Nothing may be added any more. @throws what the work threw */
  end(): Promise<void>
}

export interface BatcherOptions<Item> {
  /** Starts to work when so many wait … */
  startAt: number
  /** … or the first of them has waited so long: slow work is seen while it goes on. */
  startAfterMs: number
  takeAtMost: number
  work: (items: Item[]) => Promise<void>
}

/** What comes fast is gathered a moment longer: fewer and larger batches. */
const gatherMs = 5

/** Gathers items and works them off in batches, one batch at a time, while more are added. */
export function createBatcher<Item>({ startAt, startAfterMs, takeAtMost, work }: BatcherOptions<Item>): Batcher<Item> {
  const waiting: Item[] = []
  const errors: unknown[] = []
  let working: Promise<void> | null = null
  let timer: { isSoon: boolean; id: ReturnType<typeof setTimeout> } | null = null
  let ended = false

  const drain = async () => {
    do {
      try {
        await work(waiting.splice(0, takeAtMost))
      } catch (error) {
        errors.push(error)
      }
    } while (waiting.length >= startAt && errors.length === 0)
    working = null
    plan()
  }
  const stopTimer = () => {
    clearTimeout(timer?.id)
    timer = null
  }
  /** Sets when the next batch starts; brings it forward when enough waits. */
  const plan = () => {
    if (ended || working !== null || waiting.length === 0 || errors.length > 0) return
    const isSoon = waiting.length >= startAt
    if (timer !== null && (timer.isSoon || !isSoon)) return
    stopTimer()
    const start = () => {
      timer = null
      working = drain()
    }
    timer = { isSoon, id: setTimeout(start, isSoon ? gatherMs : startAfterMs) }
  }
  return {
    add(...items) {
      waiting.push(...items)
      plan()
    },
    async end() {
      ended = true
      stopTimer()
      await working
      while (waiting.length > 0 && errors.length === 0) await drain()
      if (errors.length > 0) throw errors[0]
    },
  }
}
