import { type FastifyInstance, fastify } from 'fastify'
import { securityHeaders } from './security-headers.ts'

/** What the operator's own tools ask, on a port of its own that needs no key: it is not for the outside. */
export function createAdminServer({ metricsText }: { metricsText: () => Promise<string> }): FastifyInstance {
  const app = fastify({ logger: false, requestTimeout: 30_000, bodyLimit: 1024 })
  app.addHook('onRequest', async (_request, reply) => void reply.headers(securityHeaders))
  app.setNotFoundHandler((_request, reply) => reply.code(404).type('text/plain').send('There is only /metrics here.\n'))
  app.setErrorHandler((_error, _request, reply) => reply.code(500).type('text/plain').send('This failed.\n'))
  app.get('/metrics', async (_request, reply) => {
    const text = await metricsText()
    return reply.type('text/plain; version=0.0.4; charset=utf-8').header('cache-control', 'no-store').send(text)
  })
  return app
}
