import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { z } from 'zod'

/** What a path of the fake serves. */
export interface FeedBody {
  body: string | Uint8Array
  contentType?: string
  headers?: Readonly<Record<string, string>>
}

/** Looks at every request first; answers it when it returns true. */
export type FeedFault = (request: IncomingMessage, response: ServerResponse) => boolean

export interface FakeFeed {
  url: string
  /** By path, or path with query, which goes first. */
  bodies: Map<string, FeedBody>
  /** Path with query and status of every answer. */
  answers: string[]
  faults: FeedFault[]
  /** Requests without this header are rejected. */
  required: { name: string; value: string } | null
  /** Whether `ETag` is sent and `If-None-Match` obeyed. */
  hasTags: boolean
  close(): Promise<void>
}

const etagOf = (body: string | Uint8Array) => `"${createHash('sha256').update(body).digest('hex').slice(0, 16)}"`

function serve(fake: FakeFeed, request: IncomingMessage, response: ServerResponse): void {
  const { url = '/', headers } = request
  const { required } = fake
  if (required !== null && headers[required.name] !== required.value) return void response.writeHead(401).end('No.')
  const found = fake.bodies.get(url) ?? fake.bodies.get(url.split('?', 1)[0] ?? '')
  if (found === undefined) return void response.writeHead(404).end('Not found.')
  const etag = etagOf(found.body)
  const tags = fake.hasTags ? { etag } : {}
  if (fake.hasTags && headers['if-none-match'] === etag) return void response.writeHead(304, tags).end()
  const contentType = found.contentType ?? 'application/octet-stream'
  response.writeHead(200, { 'content-type': contentType, ...tags, ...found.headers }).end(found.body)
}

/** `startFakeFeed()` serves files as shops and other servers do, on a free port of loopback. */
export async function startFakeFeed(): Promise<FakeFeed> {
  const server = createServer((request, response) => {
    response.on('finish', () => fake.answers.push(`${request.url} ${response.statusCode}`))
    if (fake.faults.some((fault) => fault(request, response))) return
    serve(fake, request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = z.object({ port: z.number() }).parse(server.address())
  const fake: FakeFeed = {
    url: `http://127.0.0.1:${port}`,
    bodies: new Map(),
    answers: [],
    faults: [],
    required: null,
    hasTags: true,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return fake
}
