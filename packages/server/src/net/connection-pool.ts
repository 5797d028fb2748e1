import type { Socket } from 'node:net'
import { Client, errors } from 'undici'
import type { Dialled } from './dial.ts'

const maxIdle = 256
const maxIdlePerOrigin = 64
const maxHeaderBytes = 16 * 1024
const idleTimeoutMs = 4000
/** A busy connection ends at this age, so that a receiver that moved is found again. */
const maxAgeMs = 5 * 60_000

/** One socket, opened to a vetted address, and the undici client that speaks HTTP/1.1 on it; never opened again. */
export type Connection = Dialled & { client: Client; origin: string; openedAtMs: number }

type ConnectionPool = {
  /** Hands out an idle connection to the origin, the one used last first. */
  take(origin: string): Connection | undefined
  adopt(origin: string, dialled: Dialled): Connection
  /** Takes a connection back after a complete answer. */
  release(connection: Connection): void
  /** Takes a connection back on which nothing was sent. */
  keepUnused(connection: Connection): void
  drop(connection: Connection): void
  close(): Promise<void>
}

/** Keeps connections by origin. One caller at a time has a connection. */
export function createConnectionPool(): ConnectionPool {
  const open = new Set<Connection>()
  const idle = new Map<string, Connection[]>()
  let idleCount = 0
  let closed = false

  function drop(connection: Connection): void {
    if (!open.delete(connection)) return
    forget(connection)
    connection.socket.destroy()
    // The client has at most one request, whose handler hears of it; nobody waits for the rest.
    connection.client.destroy().catch(() => {})
  }

  function forget(connection: Connection): void {
    const ofOrigin = idle.get(connection.origin) ?? []
    const index = ofOrigin.indexOf(connection)
    if (index === -1) return
    ofOrigin.splice(index, 1)
    idleCount -= 1
    if (ofOrigin.length === 0) idle.delete(connection.origin)
  }

  function release(connection: Connection): void {
    const ofOrigin = idle.get(connection.origin) ?? []
    const isFull = idleCount >= maxIdle || ofOrigin.length >= maxIdlePerOrigin
    if (isFull || connection.socket.destroyed || performance.now() - connection.openedAtMs > maxAgeMs) {
      drop(connection)
    } else if (open.has(connection)) {
      idle.set(connection.origin, ofOrigin)
      ofOrigin.push(connection)
      idleCount += 1
    }
  }

  return {
    take(origin) {
      const connection = idle.get(origin)?.at(-1)
      if (connection !== undefined) forget(connection)
      return connection
    },
    adopt(origin, dialled) {
      const client = createClient(origin, dialled.socket)
      const connection = { ...dialled, client, origin, openedAtMs: performance.now() }
      open.add(connection)
      client.on('disconnect', () => drop(connection))
      if (closed) drop(connection)
      return connection
    },
    release,
    // undici watches a socket only after the first request on it.
    keepUnused(connection) {
      release(connection)
      const isIdle = () => idle.get(connection.origin)?.includes(connection) === true
      const dropIdle = () => {
        if (isIdle()) drop(connection)
      }
      connection.socket.once('close', dropIdle)
      setTimeout(dropIdle, idleTimeoutMs).unref()
    },
    drop,
    async close() {
      closed = true
      await Promise.all([...open].map(({ client }) => client.destroy()))
      for (const connection of open) drop(connection)
    },
  }
}

/** Deadlines are ours, to the millisecond, so undici's own are off. */
function createClient(origin: string, socket: Socket): Client {
  let unused: Socket | undefined = socket
  return new Client(origin, {
    allowH2: false,
    pipelining: 1,
    headersTimeout: 0,
    bodyTimeout: 0,
    keepAliveTimeout: idleTimeoutMs,
    keepAliveMaxTimeout: idleTimeoutMs,
    maxHeaderSize: maxHeaderBytes,
    connect: (_target, answer) => {
      const offered = unused
      unused = undefined
      // undici misses a connection that is there before it has asked to the end.
      queueMicrotask(() =>
        offered === undefined ? answer(new errors.SocketError('closed'), null) : answer(null, offered),
      )
    },
  })
}
