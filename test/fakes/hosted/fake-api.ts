import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { z } from 'zod'

export interface FakeRequest {
  method: string
  path: string
  query: URLSearchParams
  headers: Readonly<Record<string, string | undefined>>
  /** The JSON of the body; undefined for other bodies. */
  body: unknown
  raw: Uint8Array
  /** What is in the path. */
  params: Readonly<Record<string, string>>
}

/** How a fake refuses a request. */
export class FakeRejection extends Error {
  readonly status: number
  readonly body: unknown

  constructor(status: number, body: unknown) {
    super(JSON.stringify(body))
    this.status = status
    this.body = body
  }
}

export type Handler = (request: FakeRequest) => unknown
export type Route = readonly [method: string, path: string, handler: Handler]

/** Looks at every request first: what it returns is sent instead of the answer. */
export type Fault = (request: FakeRequest) => { status: number; body: string; headers?: Record<string, string> } | null

export interface FakeApi {
  url: string
  /** Method and path with query of every request. */
  requests: string[]
  faults: Fault[]
  close(): Promise<void>
}

export interface FakeApiOptions {
  routes: readonly Route[]
  /** @throws FakeRejection for credentials that are wrong */
  authorize(request: FakeRequest): void
  /** What the product says to a path that it does not have. */
  unknown: unknown
}

async function bytesOf(request: IncomingMessage): Promise<Uint8Array> {
  const pieces: Buffer[] = []
  for await (const piece of request) pieces.push(z.instanceof(Buffer).parse(piece))
  return new Uint8Array(Buffer.concat(pieces))
}

function jsonOf(raw: Uint8Array, contentType = ''): unknown {
  return raw.byteLength > 0 && contentType.includes('json') ? JSON.parse(new TextDecoder().decode(raw)) : undefined
}

function paramsOf(pattern: string, path: string): Record<string, string> | null {
  const expected = pattern.split('/')
  const given = path.split('/')
  if (expected.length !== given.length) return null
  const params: Record<string, string> = {}
  for (const [index, part] of expected.entries()) {
    const value = given[index] ?? ''
    if (part.startsWith(':')) params[part.slice(1)] = decodeURIComponent(value)
    else if (part !== value) return null
  }
  return params
}

const headerSchema = z.record(z.string(), z.string().optional().catch(undefined))

function handlerOf({ routes, unknown }: FakeApiOptions, { method, path }: FakeRequest) {
  for (const [of, pattern, handler] of routes) {
    const params = of === method ? paramsOf(pattern, path) : null
    if (params !== null) return { handler, params }
  }
  throw new FakeRejection(404, unknown)
}

async function answer(options: FakeApiOptions, request: FakeRequest): Promise<{ status: number; body: string }> {
  try {
    options.authorize(request)
    const { handler, params } = handlerOf(options, request)
    return { status: 200, body: JSON.stringify((await handler({ ...request, params })) ?? {}) }
  } catch (error) {
    if (error instanceof FakeRejection) return { status: error.status, body: JSON.stringify(error.body) }
    return { status: 501, body: JSON.stringify({ unsupported: String(error) }) }
  }
}

/** `startFakeApi()` serves the routes of a fake on a free port of loopback. */
export async function startFakeApi(options: FakeApiOptions): Promise<FakeApi> {
  const requests: string[] = []
  const faults: Fault[] = []
  const serve = async (incoming: IncomingMessage, response: ServerResponse) => {
    const { method = 'GET', url = '/', headers } = incoming
    requests.push(`${method} ${url}`)
    const raw = await bytesOf(incoming)
    const { pathname, searchParams } = new URL(url, 'http://fake.example')
    const request: FakeRequest = {
      method,
      path: pathname,
      query: searchParams,
      headers: headerSchema.parse(headers),
      body: jsonOf(raw, headers['content-type']),
      raw,
      params: {},
    }
    for (const fault of faults) {
      const given = fault(request)
      if (given !== null) return void response.writeHead(given.status, given.headers).end(given.body)
    }
    const { status, body } = await answer(options, request)
    response.writeHead(status, { 'content-type': 'application/json' }).end(body)
  }
  const server = createServer((incoming, response) => void serve(incoming, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = z.object({ port: z.number() }).parse(server.address())
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    faults,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
