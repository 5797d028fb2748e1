import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** Status of a request whose client closed the connection before the whole answer was sent, as nginx logs it. */
const CLIENT_CLOSED = 499

/** Nobody waits for the end of an event stream: its client closes it. */
export const isEventStream = (reply: FastifyReply) => reply.getHeader('content-type') === 'text/event-stream'

/** Calls back once for each request: when its answer was sent, or when its client is gone. */
export function onRequestEnd(
  app: FastifyInstance,
  handle: (request: FastifyRequest, reply: FastifyReply, status: number) => void,
): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.raw.once('close', () => {
      if (!reply.raw.writableFinished) handle(request, reply, isEventStream(reply) ? reply.statusCode : CLIENT_CLOSED)
    })
  })
  app.addHook('onResponse', async (request, reply) => {
    if (reply.raw.writableFinished) handle(request, reply, reply.statusCode)
  })
}

/** Aborts when the client closes the connection before the whole answer was sent. */
export function signalOfClient({ raw }: FastifyReply): AbortSignal {
  const controller = new AbortController()
  raw.once('close', () => {
    if (!raw.writableFinished) controller.abort()
  })
  if (raw.destroyed) controller.abort()
  return controller.signal
}
