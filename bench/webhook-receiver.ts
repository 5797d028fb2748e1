import { createServer } from 'node:http'
import { z } from 'zod'

/** Runs in a process of its own. Paths with `hang` never answer; of the others it keeps how long each event took to come. */
const bodySchema = z.looseObject({ created_at: z.string() })

let latencies: number[] = []
let count = 0
const ids = new Set<string>()

const server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
  const at = Date.now()
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => void chunks.push(chunk))
  request.on('end', () => {
    if (request.url?.includes('hang')) return
    count++
    ids.add(String(request.headers['webhook-id']))
    const { created_at: createdAt } = bodySchema.parse(JSON.parse(Buffer.concat(chunks).toString()))
    latencies.push(at - new Date(createdAt).getTime())
    response.writeHead(204).end()
  })
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  if (address !== null && typeof address !== 'string') process.send?.({ port: address.port })
})

/** Answers what has come since it was asked last. */
process.on('message', () => {
  process.send?.({ count, distinct: ids.size, latencies })
  latencies = []
  count = 0
  ids.clear()
})
process.on('disconnect', () => process.exit(0))
