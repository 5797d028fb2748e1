import { useSyncExternalStore } from 'react'

/** What a tab knows of the server and its own session. */
export interface Connection {
  server: 'connecting' | 'reached' | 'gone'
  session: 'unknown' | 'open' | 'ended'
}

let now: Connection = { server: 'connecting', session: 'unknown' }
const listeners = new Set<() => void>()

export const connection = {
  get: () => now,
  set(change: Partial<Connection>): void {
    const next = { ...now, ...change }
    if (next.server === now.server && next.session === now.session) return
    now = next
    for (const listener of listeners) listener()
  },
  subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}

/** Resolves when it holds: at once, or later. */
function until(holds: () => boolean): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (!holds()) return
      unsubscribe()
      resolve()
    }
    const unsubscribe = connection.subscribe(look)
    look()
  })
}

/** Resolves when the server is not known to be gone. */
export const untilReached = () => until(() => now.server !== 'gone')

/**
 * Does work that may be done twice, and again when the server is back or somebody has logged in again: nobody has to
 * type it anew.
 */
export async function persistently<Result>(work: () => Promise<Result>): Promise<Result> {
  for (;;) {
    try {
      return await work()
    } catch (error) {
      const isAway = now.server === 'gone' || now.session === 'ended'
      if (!isAway) throw error
      await until(() => now.server === 'reached' && now.session === 'open')
    }
  }
}

export function useConnection(): Connection {
  return useSyncExternalStore(connection.subscribe, connection.get)
}
