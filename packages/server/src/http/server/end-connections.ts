import type { Socket } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'

type Awaits = 'first request' | 'client' | 'answer'

const endIdleEveryMs = 100
/** A first request may just be on its way. */
const endUnusedAfterMs = 500
/** After this long, a client that has not sent its request or not read the answer is cut off. */
const endSlowClientsAfterMs = 7000
/** After this long, answers that Pictable still works on are cut off too: the process itself has 30 s to end. */
const endAllAfterMs = 15_000

/**
 * Ends connections as soon as nothing is under way on them. Node ends only those that are idle when closing begins: the
 * others would be kept open for their next request, and those that were opened ahead of time for their first one.
 * @returns what says whether closing has begun
 */
export function endConnectionsOnClose(app: FastifyInstance, lingerMs: number): () => boolean {
  let closing = false
  /** Those that are open, and what each waits for. */
  const connections = new Map<Socket, Awaits>()
  const note = ({ raw: { socket } }: FastifyRequest, awaited: Awaits) =>
    void (connections.has(socket) && connections.set(socket, awaited))
  const end = (...awaited: readonly Awaits[]) => {
    for (const [socket, its] of connections) if (awaited.includes(its)) socket.destroy()
  }
  app.server.on('connection', (socket: Socket) => {
    connections.set(socket, 'first request')
    socket.once('close', () => connections.delete(socket))
  })
  app.addHook('onRequest', async (request) => note(request, 'client'))
  app.addHook('preHandler', async (request) => note(request, 'answer'))
  app.addHook('onSend', async (request, reply) => {
    note(request, 'client')
    if (closing) reply.header('connection', 'close')
  })
  app.addHook('preClose', async () => {
    closing = true
    await new Promise((resolve) => setTimeout(resolve, lingerMs))
    const sweeper = setInterval(() => app.server.closeIdleConnections(), endIdleEveryMs)
    const timers = [
      setTimeout(() => end('first request'), endUnusedAfterMs),
      setTimeout(() => end('first request', 'client'), endSlowClientsAfterMs),
      setTimeout(() => app.server.closeAllConnections(), endAllAfterMs),
    ]
    app.server.once('close', () => {
      clearInterval(sweeper)
      timers.forEach(clearTimeout)
    })
  })
  return () => closing
}
