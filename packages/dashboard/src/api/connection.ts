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

export function useConnection(): Connection {
  return useSyncExternalStore(connection.subscribe, connection.get)
}
