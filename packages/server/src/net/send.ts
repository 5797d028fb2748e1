import { NetError, refusal } from '#net/policy/net-error.ts'
import { type Connection, createConnectionPool } from './connection-pool.ts'
import type { Deadline } from './deadline.ts'
import type { Dial, Dialled } from './dial.ts'
import { type Exchanged, type ExchangeRequest, exchange } from './exchange.ts'

/** `opened`: how long a connection made for this request took. */
export type Sent = Exchanged & { opened: Partial<Dialled['timings']> }

export type Send = {
  (request: ExchangeRequest, connectTimeoutMs: number, deadline: Deadline): Promise<Sent>
  close(): Promise<void>
}

/** Sends requests on connections that are kept by origin and dialled when none is idle. */
export function createSend(dial: Dial): Send {
  const pool = createConnectionPool()

  async function exchangeOn(connection: Connection, request: ExchangeRequest, deadline: Deadline) {
    if (request.mayStart?.() === false) {
      pool.keepUnused(connection)
      throw refusal('not_sent', request.url.hostname, 'the request may not start now')
    }
    const outcome = await exchange(connection, request, deadline)
    const giveBack = 'answer' in outcome && outcome.reusable ? pool.release : pool.drop
    giveBack(connection)
    return outcome
  }

  /** A connection that the other side gave up while it was idle is replaced, if nothing can have happened on it. */
  async function send(request: ExchangeRequest, connectTimeoutMs: number, deadline: Deadline): Promise<Sent> {
    const { origin } = request.url
    for (let idle = pool.take(origin); idle !== undefined; idle = pool.take(origin)) {
      const outcome = await exchangeOn(idle, request, deadline)
      if ('answer' in outcome) return { ...outcome.answer, opened: {} }
      if (!outcome.isSafeToRepeat || !isReset(outcome.error)) throw outcome.error
    }
    deadline.limit('connect_timeout', connectTimeoutMs, 'no connection')
    const dialled = await dial(request.url, deadline)
    const outcome = await exchangeOn(pool.adopt(origin, dialled), request, deadline)
    if ('answer' in outcome) return { ...outcome.answer, opened: dialled.timings }
    throw outcome.error
  }

  return Object.assign(send, { close: pool.close })
}

function isReset(error: unknown): boolean {
  return error instanceof NetError && error.code === 'reset'
}
