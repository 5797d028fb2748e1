import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

const endIdleEveryMs = 100
/** A first request may just be on its way. */
const endUnusedAfterMs = 500
/** What has not been sent, or answered, so long after closing began is cut off. */
const endAllAfterMs = 7000

/**
 * Ends connections as soon as nothing is under way on them. Node ends only those that are idle when closing begins: the
 * others would be kept open for their next request, and those that were opened ahead of time for their first one.
 * @returns what says whether closing has begun
 */
export function endConnectionsOnClose(app: FastifyInstance, lingerMs: number): () => boolean {
  let closing = false
  const unused = new Set<Socket>()
  app.server.on('connection', (socket: Socket) => {
    unused.add(socket)
    socket.once('close', () => unused.delete(socket))
  })
  app.addHook('onRequest', async ({ raw }) => void unused.delete(raw.socket))
  app.addHook('onSend', async (_request, reply) => {
    if (closing) reply.header('connection', 'close')
  })
  app.addHook('preClose', async () => {
    closing = true
    await new Promise((resolve) => setTimeout(resolve, lingerMs))
    const sweeper = setInterval(() => app.server.closeIdleConnections(), endIdleEveryMs)
    const endUnused = setTimeout(() => unused.forEach((socket) => void socket.destroy()), endUnusedAfterMs)
    const end = setTimeout(() => app.server.closeAllConnections(), endAllAfterMs)
    app.server.once('close', () => {
      clearInterval(sweeper)
      clearTimeout(endUnused)
      clearTimeout(end)
    })
  })
  return () => closing
}
