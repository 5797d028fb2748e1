import { createServer } from 'node:http'
import { parentPort } from 'node:worker_threads'
import { z } from 'zod'

/** Takes deliveries in a thread of its own. */
const server = createServer((request, response) => {
  request.resume()
  request.on('end', () => response.end())
})
server.listen(0, '127.0.0.1', () => {
  parentPort?.postMessage(z.object({ port: z.number() }).parse(server.address()).port)
})
