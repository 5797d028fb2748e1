import type { QueryClient } from '@tanstack/react-query'
import { applyDelivery, applyRun, createRefresher } from './apply-event.ts'
import { client } from './client.ts'
import { connection } from './connection.ts'

const openAgainMs = 2000
const askAgainMs = 2000

function pause(timeMs: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, timeMs))
}

/**
 * `watchEvents()` keeps every query of this tab live by one stream. The client opens a stream that broke off again
 * behind the last event; here it is opened when even that has failed. @returns what ends it
 */
export function watchEvents(queries: QueryClient): () => void {
  const stop = new AbortController()
  const refresh = createRefresher(queries)
  const unsubscribe = connection.subscribe(readAllWhenBack(queries))

  async function watch(): Promise<void> {
    let lastEventId = ''
    while (!stop.signal.aborted) {
      try {
        for await (const { event, id, data } of client.events.stream({ signal: stop.signal, lastEventId })) {
          lastEventId = id
          if (event === 'run') applyRun(queries, refresh, data)
          else if (event === 'delivery') applyDelivery(queries, refresh, data)
        }
      } catch {
        // The connection says what is wrong; here it is only tried again.
      }
      if (!stop.signal.aborted) await pause(openAgainMs)
    }
  }

  /** While the server is gone nothing else may ask for it. */
  async function askWhileGone(): Promise<void> {
    while (!stop.signal.aborted) {
      await pause(askAgainMs)
      if (connection.get().server === 'gone') await client.server.livez({ signal: stop.signal }).catch(() => {})
    }
  }

  watch()
  askWhileGone()
  return () => {
    stop.abort()
    unsubscribe()
  }
}

/** What happened while the server was gone was not heard. */
function readAllWhenBack(queries: QueryClient): () => void {
  let wasGone = false
  return () => {
    const { server } = connection.get()
    if (server === 'reached' && wasGone) queries.invalidateQueries()
    wasGone = server === 'gone'
  }
}
