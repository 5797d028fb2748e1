import { Client, type ClientConfig } from 'pg'
import { backoffMs } from '#core/backoff.ts'
import type { Recovery } from '#core/ports/recovery.ts'

/** A server that was lost without a word is given up so long after it was asked whether it is there. */
const answerWithinMs = 5000
const askEveryMs = 10_000

type OnNotification = (payload: string) => void

interface PostgresListener {
  listen(channel: string, onNotification: OnNotification): Promise<() => Promise<void>>
  close(): Promise<void>
}

/**
 * Hears NOTIFY, every channel on one connection, which is opened for the first and made anew whenever it is lost; all are
 * then called with an empty payload, since something may have been missed.
 */
export function createPostgresListener(to: ClientConfig, recovery: Recovery): PostgresListener {
  const heard = new Map<string, Set<OnNotification>>()
  let connection: Promise<Client> | undefined
  let isStopped = false
  let failures = 0
  let cancel = () => {}

  const allHear = (channels: Iterable<string>, payload: string) => {
    for (const channel of channels) for (const tell of heard.get(channel) ?? []) tell(payload)
  }

  function connectLater(): void {
    if (isStopped) return
    failures += 1
    cancel = recovery.wait(backoffMs({ failures, chance: Math.random() }), () => {
      connection = connect()
      connection.then(() => allHear(heard.keys(), ''), connectLater)
    })
  }

  async function connect(): Promise<Client> {
    const client = new Client({
      ...to,
      application_name: 'pictable listen',
      connectionTimeoutMillis: answerWithinMs,
      query_timeout: answerWithinMs,
    })
    let asking: NodeJS.Timeout | undefined
    const lost = () => {
      if (asking === undefined) return
      clearInterval(asking)
      asking = undefined
      client.end().catch(() => {})
      connectLater()
    }
    client.on('error', lost)
    client.on('end', lost)
    client.on('notification', ({ channel, payload = '' }) => allHear([channel], payload))
    try {
      await client.connect()
      for (const channel of heard.keys()) await client.query(`listen ${client.escapeIdentifier(channel)}`)
    } catch (error) {
      client.end().catch(() => {})
      throw error
    }
    failures = 0
    asking = setInterval(() => client.query('select 1').catch(lost), askEveryMs)
    asking.unref()
    return client
  }

  async function start(): Promise<void> {
    connection = connect()
    try {
      await connection
    } catch (error) {
      connection = undefined
      throw error
    }
  }

  async function add(channel: string): Promise<void> {
    const client = await connection
    await client?.query(`listen ${client.escapeIdentifier(channel)}`)
  }

  return {
    async listen(channel, onNotification) {
      const listeners = heard.get(channel) ?? new Set()
      heard.set(channel, listeners.add(onNotification))
      try {
        await (connection === undefined ? start() : add(channel))
      } catch (error) {
        listeners.delete(onNotification)
        throw error
      }
      return async () => void listeners.delete(onNotification)
    },
    async close() {
      isStopped = true
      cancel()
      await connection?.then((client) => client.end()).catch(() => {})
    },
  }
}
