import type { QueryClient } from '@tanstack/react-query'
import { applyDelivery, applyDraft, applyRun, createRefresher } from './apply-event.ts'
import { client } from './client.ts'
import { connection } from './connection.ts'
import { shareStream } from './share-stream.ts'
import type { LiveEvent } from './types.ts'

const openAgainMs = 2000
const askAgainMs = 2000

/** Resolves after the time, or when the signal aborts. */
function pause(timeMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, timeMs)
    signal.addEventListener('abort', end)
    if (signal.aborted) end()
  })
}

/**
 * Reads the stream until the signal aborts. The client opens a stream that broke off again behind the last event; here it
 * is opened when even that has failed.
 */
async function readStream(options: {
  lastEventId: string
  signal: AbortSignal
  tell: (event: LiveEvent) => void
}): Promise<void> {
  const { signal, tell } = options
  let { lastEventId } = options
  while (!signal.aborted) {
    try {
      for await (const event of client.events.stream({ signal, lastEventId })) {
        lastEventId = event.id
        tell(event)
      }
    } catch {
      // The connection knows the error; here it is only retried.
    }
    await pause(openAgainMs, signal)
  }
}

/** While the server is gone nothing else may ask for it. */
async function askWhileGone(signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await pause(askAgainMs, signal)
    if (connection.get().server === 'gone') await client.server.livez({ signal }).catch(() => {})
  }
}

/**
 * `watchEvents()` keeps every query of this tab live, by one stream for all tabs of the user. A tab out of sight reads its
 * lists again when it comes into sight. @returns what ends it
 */
export function watchEvents(queries: QueryClient, userId: string): () => void {
  const stop = new AbortController()
  const refresh = createRefresher(queries, () => (document.hidden ? 'none' : 'active'))
  const unsubscribe = connection.subscribe(readAllWhenBack(queries))
  const leave = shareStream({
    name: `pictable.events.${userId}`,
    read: readStream,
    onEvent({ event, data }) {
      if (event === 'run') applyRun(queries, refresh, data)
      else if (event === 'draft') applyDraft(queries, data)
      else applyDelivery(queries, refresh, data)
    },
    onGap: () => queries.invalidateQueries(),
  })
  askWhileGone(stop.signal)
  return () => {
    stop.abort()
    leave()
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
