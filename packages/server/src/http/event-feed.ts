import { Readable } from 'node:stream'
import type { World } from '#core/ports/world.ts'
import type { Run } from '#core/run/run.ts'
import { presentDelivery } from './present/delivery.ts'
import { presentRun } from './present/run.ts'

/** What happens, for those who watch. */
export interface EventFeed {
  /** A stream of server-sent events from now on. */
  open(): Readable
  /** Ends every stream. */
  close(): void
}

const lookEveryMs = 500
const beatEveryMs = 15_000
/** As many as are watched: the newest of each kind, and every run that is active. */
const mostWatched = 100
/** A watcher that does not read is let go. */
const mostWaitingBytes = 1024 * 1024

type FeedWorld = Pick<World, 'clock' | 'data'>

/** Remembers what each thing looked like. @returns those that look new */
function createMemory<Item extends { id: string }>(lookOf: (item: Item) => string) {
  let known: Map<string, string> | null = null
  return (items: readonly Item[]): Item[] => {
    const before = known
    known = new Map(items.map((item) => [item.id, lookOf(item)]))
    return before === null ? [] : items.filter((item) => before.get(item.id) !== lookOf(item))
  }
}

function lookOfRun(run: Run): string {
  const { state, total, rendered, skipped, failed, cancelled, writtenBack, startedAt } = run
  return [state, total, rendered, skipped, failed, cancelled, writtenBack, startedAt?.getTime()].join()
}

/** Looks at the database while somebody watches. @returns the text of what is new */
function createLook({ clock, data }: FeedWorld): () => Promise<string> {
  const newRuns = createMemory<Run>(lookOfRun)
  const newDeliveries = createMemory<{ id: string; state: string; attempts: number }>(
    ({ state, attempts }) => `${state} ${attempts}`,
  )
  const text = (event: string, id: string, json: unknown) =>
    `event: ${event}\nid: ${id}\ndata: ${JSON.stringify(json)}\n\n`
  return async () => {
    const newest = await data.runs.list({ limit: mostWatched })
    const active = await data.runs.list({ limit: mostWatched, state: 'active' })
    const runs = new Map([...newest.results, ...active.results].map((run) => [run.id, run]))
    const { results } = await data.deliveries.list({ limit: mostWatched })
    const deliveries = new Map(results.map((delivery) => [delivery.id, delivery]))
    const ofRuns = newRuns([...runs.values()]).map((run) => text('run', run.id, presentRun(run, clock.now())))
    const ofDeliveries = newDeliveries(results).flatMap(({ id }) => {
      const delivery = deliveries.get(id)
      return delivery === undefined ? [] : [text('delivery', id, presentDelivery(delivery))]
    })
    return [...ofRuns.reverse(), ...ofDeliveries.reverse()].join('')
  }
}

/** One look at the database serves everybody who watches; nobody watches, nobody looks. */
export function createEventFeed(world: FeedWorld): EventFeed {
  const watchers = new Set<Readable>()
  let timer: NodeJS.Timeout | undefined
  let look = createLook(world)
  let isClosed = false
  let quietMs = 0

  function tell(text: string): void {
    for (const watcher of watchers) {
      watcher.push(text)
      if (watcher.readableLength > mostWaitingBytes) watcher.destroy()
    }
  }

  async function tick(): Promise<void> {
    // The next look is the retry.
    const text = await look().catch(() => '')
    quietMs = text === '' ? quietMs + lookEveryMs : 0
    if (text !== '') tell(text)
    else if (quietMs >= beatEveryMs) {
      tell(': still here\n\n')
      quietMs = 0
    }
    timer = watchers.size > 0 && !isClosed ? setTimeout(tick, lookEveryMs) : undefined
  }

  return {
    open() {
      const watcher = new Readable({ read() {} })
      watcher.push('retry: 2000\n\n')
      if (isClosed) watcher.push(null)
      else watchers.add(watcher)
      watcher.once('close', () => watchers.delete(watcher))
      if (timer === undefined && !isClosed) {
        look = createLook(world)
        timer = setTimeout(tick, 0)
      }
      return watcher
    },
    close() {
      isClosed = true
      clearTimeout(timer)
      for (const watcher of watchers) watcher.push(null)
    },
  }
}
