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

/** Resolves when the server answers and somebody is logged in: at once, or later. */
function untilOpen(): Promise<void> {
  const isOpen = () => now.server === 'reached' && now.session === 'open'
  return new Promise((resolve) => {
    const look = () => {
      if (!isOpen()) return
      unsubscribe()
      resolve()
    }
    const unsubscribe = connection.subscribe(look)
    look()
  })
}

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
      await untilOpen()
    }
  }
}

export function useConnection(): Connection {
  return useSyncExternalStore(connection.subscribe, connection.get)
}
