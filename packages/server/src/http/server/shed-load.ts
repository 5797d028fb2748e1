import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '#core/errors.ts'

/** Maximum requests in progress: a client is better told to retry than kept waiting. */
export const mostUnderWay = 256

/** The same for short calls: their senders seldom retry, and each is little more than a row to insert. */
export const MAX_SHORT_UNDER_WAY = 4096

/** Body size up to which a call is short: all of them together take at most 64 MB. */
const MAX_SHORT_BYTES = 16 * 1024

const hasShortBody = ({ headers }: FastifyRequest) =>
  headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) <= MAX_SHORT_BYTES

interface Kinds {
  isExempt: (request: FastifyRequest) => boolean
  /** Requests that count apart from the others when their body is short. */
  isShort: (request: FastifyRequest) => boolean
}

/**
 * Refuses at the door what could not be answered soon. A request is under way until its answer begins, even when nobody
 * waits for it any more, but not while its body comes: that and sending are the network's work.
 */
export function shedLoad(app: FastifyInstance, { isExempt, isShort }: Kinds): void {
  const usual = { max: mostUnderWay, underWay: new Set<FastifyRequest>() }
  const short = { max: MAX_SHORT_UNDER_WAY, underWay: new Set<FastifyRequest>() }
  const laneOf = (request: FastifyRequest) => (isShort(request) && hasShortBody(request) ? short : usual)
  async function enter(request: FastifyRequest): Promise<void> {
    const { max, underWay } = laneOf(request)
    if (isExempt(request) || underWay.has(request)) return
    if (underWay.size >= max) {
      const message = `More than ${max} requests are running. Retry in a moment, or add a server.`
      throw new AppError('unavailable', message, { retryAfterMs: 1000 })
    }
    underWay.add(request)
  }
  const leave = (request: FastifyRequest) => laneOf(request).underWay.delete(request)
  app.addHook('onRequest', enter)
  app.addHook('preParsing', async (request) => {
    // Of what broke off there comes no more, not even an end.
    const { complete, destroyed } = request.raw
    if (!complete || destroyed) leave(request)
  })
  app.addHook('preHandler', enter)
  app.addHook('onSend', async (request) => void leave(request))
}
