import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '#core/errors.ts'

/** So many requests are worked on at a time: whoever comes then is better told to come again than kept waiting. */
export const mostUnderWay = 256

/**
 * Refuses at the door what could not be answered soon. A request is under way until its answer begins, even when nobody
 * waits for it any more, but not while its body comes: that and sending are the network's work.
 */
export function shedLoad(app: FastifyInstance, isExempt: (request: FastifyRequest) => boolean): void {
  const underWay = new Set<FastifyRequest>()
  async function enter(request: FastifyRequest): Promise<void> {
    if (isExempt(request) || underWay.has(request)) return
    if (underWay.size >= mostUnderWay) {
      const message = `More than ${mostUnderWay} requests are running. Retry in a moment, or add a server.`
      throw new AppError('unavailable', message, { retryAfterMs: 1000 })
    }
    underWay.add(request)
  }
  app.addHook('onRequest', enter)
  app.addHook('preParsing', async (request) => {
    // Of what broke off there comes no more, not even an end.
    const { complete, destroyed } = request.raw
    if (!complete || destroyed) underWay.delete(request)
  })
  app.addHook('preHandler', enter)
  app.addHook('onSend', async (request) => void underWay.delete(request))
}
