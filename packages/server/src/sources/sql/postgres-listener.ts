import { AppError } from '#core/errors.ts'
import type { PostgresClient } from './postgres-connection.ts'

type OnMessage = (payload: string) => void

/** A connection over which a database sends what is told to its channels. */
export interface PostgresListener {
  /** @throws the driver's error */
  query(text: string): Promise<unknown>
  /** @returns what ends it; it fails silently, as a connection that is gone listens to nothing */
  listen(channel: string, onMessage: OnMessage): Promise<() => Promise<void>>
  /** Resolves when the signal aborts, if there is one. @throws the driver's error when the connection is lost before */
  until(signal?: AbortSignal): Promise<void>
  close(): void
}

const probeMs = 5000
/** A network that silently drops what is idle is noticed by it. */
const beatMs = 30_000

/** A pooler that lends connections for single transactions takes LISTEN, and sends nothing: so it is tried. */
async function probe(listener: PostgresListener): Promise<void> {
  const channel = `pictable_probe_${Math.random().toString(36).slice(2)}`
  const { promise: heard, resolve } = Promise.withResolvers<boolean>()
  const end = await listener.listen(channel, () => resolve(true))
  const timer = setTimeout(() => resolve(false), probeMs)
  try {
    await listener.query(`SELECT pg_notify('${channel}', '')`)
    if (await Promise.race([heard, listener.until()])) return await end()
  } finally {
    clearTimeout(timer)
  }
  throw new AppError(
    'source_invalid',
    'PostgreSQL cannot send changes over this connection, because a pooler is in between. Connect to the server directly, or to a pooler in session mode.',
  )
}

function listenerOn({ client, close }: PostgresClient): PostgresListener {
  const channels = new Map<string, Set<OnMessage>>()
  const lost = new AbortController()
  const lose = (error?: unknown) => lost.abort(error ?? new Error('Connection terminated'))
  let last: Promise<unknown> = Promise.resolve()
  /** One after the other, as the driver wants it. */
  const query = (text: string) => {
    const turn = last.then(() => client.query(text))
    last = turn.catch(() => {})
    return turn
  }
  client.on('error', lose)
  client.on('end', () => lose())
  client.on('notification', ({ channel, payload = '' }) => {
    for (const onMessage of channels.get(channel) ?? []) onMessage(payload)
  })
  const beat = setInterval(() => query('SELECT 1').catch(lose), beatMs)
  lost.signal.addEventListener('abort', () => clearInterval(beat))

  return {
    query,
    async listen(channel, onMessage) {
      const all = channels.get(channel) ?? new Set()
      channels.set(channel, all.add(onMessage))
      await query(`LISTEN ${channel}`)
      return async () => {
        all.delete(onMessage)
        if (all.size > 0 || channels.get(channel) !== all) return
        channels.delete(channel)
        await query(`UNLISTEN ${channel}`).catch(() => {})
      }
    },
    until: (signal = new AbortController().signal) =>
      new Promise((resolve, reject) => {
        const both = [signal, lost.signal]
        const settle = () => {
          for (const each of both) each.removeEventListener('abort', settle)
          if (signal.aborted) resolve()
          else reject(lost.signal.reason)
        }
        if (both.some(({ aborted }) => aborted)) settle()
        else for (const each of both) each.addEventListener('abort', settle)
      }),
    close() {
      clearInterval(beat)
      close()
    },
  }
}

async function openListener(open: () => Promise<PostgresClient>): Promise<PostgresListener> {
  const listener = listenerOn(await open())
  try {
    await probe(listener)
    return listener
  } catch (error) {
    listener.close()
    throw error
  }
}

/**
 * `createPostgresListeners()` keeps one connection to each database that is listened to: all who listen share it, and the
 * last of them closes it.
 * @returns what lends it for a piece of work; `place` tells databases and accounts apart
 */
export function createPostgresListeners() {
  const all = new Map<string, { listener: Promise<PostgresListener>; users: number }>()

  function add(place: string, open: () => Promise<PostgresClient>) {
    const shared = { listener: openListener(open), users: 0 }
    const forget = () => void (all.get(place) === shared && all.delete(place))
    // A connection that is lost, or never came, is no longer lent.
    shared.listener.then((listener) => listener.until()).catch(forget)
    all.set(place, shared)
    return shared
  }

  return async (
    { place, open }: { place: string; open: () => Promise<PostgresClient> },
    work: (listener: PostgresListener) => Promise<void>,
  ): Promise<void> => {
    const shared = all.get(place) ?? add(place, open)
    shared.users += 1
    try {
      await work(await shared.listener)
    } finally {
      shared.users -= 1
      if (shared.users === 0) {
        if (all.get(place) === shared) all.delete(place)
        shared.listener.then(({ close }) => close()).catch(() => {})
      }
    }
  }
}
