import type { SqlConnection } from './sql-dialect.ts'

export interface PoolOptions {
  connect: () => Promise<SqlConnection>
  /** Connections at once; who comes later waits. */
  max: number
  /** One that nobody used for so long is closed. */
  idleMs: number
}

export interface Pool {
  /** `isFresh` when it was opened for this. Has to be given back. */
  take(): Promise<{ connection: SqlConnection; isFresh: boolean }>
  /** A closed one makes room for another. */
  give(connection: SqlConnection): void
  /** Closes what is idle now, and what is in use when it is given back. */
  end(): void
}

/** A few connections to one database, opened when they are needed and closed when they are not. */
export function createPool({ connect, max, idleMs }: PoolOptions): Pool {
  const idle = new Map<SqlConnection, NodeJS.Timeout>()
  const waiting: (() => void)[] = []
  let count = 0
  let isEnded = false

  function leave(): void {
    count--
    waiting.shift()?.()
  }

  function takeIdle(): SqlConnection | undefined {
    for (const [connection, timer] of [...idle].reverse()) {
      clearTimeout(timer)
      idle.delete(connection)
      if (connection.isOpen()) {
        connection.setIdle(false)
        return connection
      }
      count--
    }
    return undefined
  }

  function close(connection: SqlConnection): void {
    connection.close()
    idle.delete(connection)
    leave()
  }

  return {
    async take() {
      for (;;) {
        const connection = takeIdle()
        if (connection) return { connection, isFresh: false }
        if (count < max) break
        await new Promise<void>((resolve) => waiting.push(resolve))
      }
      count++
      try {
        return { connection: await connect(), isFresh: true }
      } catch (error) {
        leave()
        throw error
      }
    },
    give(connection) {
      if (isEnded || !connection.isOpen()) return close(connection)
      connection.setIdle(true)
      idle.set(connection, setTimeout(() => close(connection), idleMs).unref())
      waiting.shift()?.()
    },
    end() {
      isEnded = true
      for (const [connection, timer] of [...idle]) {
        clearTimeout(timer)
        close(connection)
      }
    },
  }
}
