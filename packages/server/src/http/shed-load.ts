import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '#core/errors.ts'

/** So many requests are worked on at a time: whoever comes then is better told to come again than kept waiting. */
export const mostUnderWay = 256

/**
 * Refuses at the door what could not be answered soon. A request is under way from its header until its answer begins,
 * even when nobody waits for it any more; sending is the network's work.
 */
export function shedLoad(app: FastifyInstance, isExempt: (request: FastifyRequest) => boolean): void {
  const underWay = new Set<FastifyRequest>()
  app.addHook('onRequest', async (request, reply) => {
    if (isExempt(request)) return
    if (underWay.size >= mostUnderWay) {
      const message = `More than ${mostUnderWay} requests are under way. Try again in a moment, or add a server.`
      throw new AppError('unavailable', message, { retryAfterMs: 1000 })
    }
    underWay.add(request)
    reply.raw.once('close', () => {
      // What broke off before its end never comes to an answer.
      if (!request.raw.complete) underWay.delete(request)
    })
  })
  app.addHook('onSend', async (request) => void underWay.delete(request))
}
