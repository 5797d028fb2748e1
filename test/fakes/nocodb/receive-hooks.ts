import { createServer } from 'node:http'
import type { HookRequest } from '@pictable/server/core/ports/source.ts'
import { z } from 'zod'

/** Where NocoDB sends to in the tests. */
export interface HookReceiver {
  url: string
  /** The next delivery; null when none comes in time. */
  next(withinMs: number): Promise<HookRequest | null>
  close(): Promise<void>
}

const headersSchema = z.record(z.string(), z.string().catch(''))

export async function startReceiver(): Promise<HookReceiver> {
  const waiting: ((request: HookRequest) => void)[] = []
  const arrived: HookRequest[] = []
  const server = createServer(async (request, response) => {
    const pieces: Buffer[] = []
    for await (const piece of request) pieces.push(z.instanceof(Buffer).parse(piece))
    response.writeHead(204).end()
    const delivery = { headers: headersSchema.parse(request.headers), body: new Uint8Array(Buffer.concat(pieces)) }
    const taker = waiting.shift()
    if (taker) taker(delivery)
    else arrived.push(delivery)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = z.object({ port: z.number() }).parse(server.address())
  return {
    url: `http://127.0.0.1:${port}/hooks/1`,
    async next(withinMs) {
      const already = arrived.shift()
      if (already) return already
      const { promise, resolve } = Promise.withResolvers<HookRequest | null>()
      const timer = setTimeout(() => {
        waiting.splice(waiting.indexOf(resolve), 1)
        resolve(null)
      }, withinMs)
      waiting.push(resolve)
      const delivery = await promise
      clearTimeout(timer)
      return delivery
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
