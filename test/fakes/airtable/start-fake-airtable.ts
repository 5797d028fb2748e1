import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { fileBehind } from './attachments.ts'
import { type Control, createControl } from './control.ts'
import { AirtableFailure, authenticationRequired, failure, notFound, requestTooLarge, unsupported } from './errors.ts'
import { answerWithFault, createFaults, type Faults, type LoggedRequest, type SeenRequest } from './faults.ts'
import { UnsupportedFormula } from './formula/value.ts'
import { createLimits, type Limits } from './limits.ts'
import type { Token } from './model.ts'
import { readJson, readQuery } from './read-input.ts'
import { authorize, type Route } from './route.ts'
import { metaRoutes } from './routes-meta.ts'
import { recordRoutes } from './routes-records.ts'
import { webhookRoutes } from './routes-webhooks.ts'
import { defaultSettings, type Settings, type World } from './world.ts'

export interface FakeAirtable {
  /** Stands for https://api.airtable.com. */
  url: string
  /** Stands for https://content.airtable.com, and for the host of attachments. */
  contentUrl: string
  control: Control
  close(): Promise<void>
}

const routes = [...metaRoutes, ...webhookRoutes, ...recordRoutes].map((route) => ({
  route,
  pattern: new RegExp(`^${route.path.replace(/:(\w+)/g, '(?<$1>[^/]+)')}/?$`),
}))

type Host = 'api' | 'content'

interface Found {
  route: Route
  path: Record<string, string>
}

function findRoute(method: string, pathname: string, host: Host): Found | null {
  for (const { route, pattern } of routes) {
    if (route.method !== method || (route.host ?? 'api') !== host) continue
    const match = pattern.exec(pathname)
    if (!match) continue
    const path = Object.entries(match.groups ?? {}).map(([name, part]) => [name, decodeURIComponent(part)])
    return { route, path: Object.fromEntries(path) }
  }
  return null
}

/** The real service refuses longer URLs before it looks at them. */
const maxUrlLength = 16_000
const maxBodyBytes = 10 * 1024 * 1024

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request) {
    const bytes = Buffer.from(chunk)
    size += bytes.byteLength
    if (size <= maxBodyBytes) chunks.push(bytes)
  }
  if (size > maxBodyBytes) throw requestTooLarge()
  return Buffer.concat(chunks)
}

const secretOf = (header = '') => /^Bearer (\S+)$/i.exec(header)?.[1] ?? ''

function authenticate(world: World, header: string | undefined): Token {
  const token = world.tokens.get(secretOf(header))
  if (!token) throw authenticationRequired()
  return token
}

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' }).end(JSON.stringify(body))
}

const attachmentPath = /^\/v3\/u\/\d+\/\d+\/(?<expires>\d+)\/(?<fileId>att\w+)\/(?<signature>[\w-]+)$/

function sendFile(world: World, pathname: string, response: ServerResponse): boolean {
  const { expires, fileId, signature } = attachmentPath.exec(pathname)?.groups ?? {}
  if (expires === undefined || fileId === undefined || signature === undefined) return false
  const content = fileBehind(world, { expires, fileId, signature })?.content
  if (!content) response.writeHead(410, { 'content-type': 'text/plain' }).end('Gone')
  else response.writeHead(200, { 'content-type': content.type }).end(content.bytes)
  return true
}

interface Shared {
  world: World
  faults: Faults
  limits: Limits
  log: LoggedRequest[]
}

/** Runs the route of a request that is let in. */
function answer(
  { world, limits }: Shared,
  request: IncomingMessage,
  { seen, at, tooFast }: { seen: SeenRequest; at: Found | null; tooFast: AirtableFailure | null },
): unknown {
  const url = request.url ?? '/'
  if (url.length > maxUrlLength) throw failure(414, 'REQUEST_URI_TOO_LONG', 'The URL is too long')
  const token = authenticate(world, request.headers.authorization)
  if (tooFast) throw tooFast
  limits.useMonth({ isMeta: at?.route.isMeta ?? false })
  if (!at) throw notFound()
  authorize(token, at.route)
  const query = readQuery(new URL(url, 'http://fake').searchParams)
  return at.route.handle({ world, token, path: at.path, query, body: seen.body })
}

async function work(
  shared: Shared,
  host: Host,
  exchange: { request: IncomingMessage; response: ServerResponse },
): Promise<void> {
  const { request, response } = exchange
  const { pathname } = new URL(request.url ?? '/', 'http://fake')
  const method = request.method ?? 'GET'
  const at = findRoute(method, pathname, host)
  const isFile = host === 'content' && method === 'GET'
  const tooFast = isFile
    ? null
    : shared.limits.arrive({
        atMs: shared.world.settings.now(),
        baseId: at?.path.base ?? null,
        token: secretOf(request.headers.authorization),
        isMeta: at?.route.isMeta ?? false,
      })
  const body = readJson(await readBody(request))
  const kind = at?.route.kind ?? (isFile ? 'download' : 'unknown')
  const seen: SeenRequest = { method, path: pathname, kind, body }
  shared.log.push({ method, path: pathname, kind })
  const before = shared.faults.take(seen, 'before')
  if (before && (await answerWithFault(before, response))) return
  if (isFile && sendFile(shared.world, pathname, response)) return
  const result = answer(shared, request, { seen, at, tooFast })
  const after = shared.faults.take(seen, 'after')
  if (after && (await answerWithFault(after, response))) return
  send(response, 200, result)
}

function sendError(response: ServerResponse, thrown: unknown): void {
  const error = thrown instanceof UnsupportedFormula ? unsupported(thrown.message) : thrown
  const message = error instanceof Error ? error.stack : String(error)
  if (error instanceof AirtableFailure) send(response, error.status, error.body)
  else send(response, 500, { error: { type: 'FAKE_BROKEN', message } })
}

function createListener(shared: Shared, host: Host): RequestListener {
  return (request, response) => {
    work(shared, host, { request, response }).catch((error: unknown) => sendError(response, error))
  }
}

async function listen(listener: RequestListener): Promise<{ url: string; close(): Promise<void> }> {
  const sockets = new Set<Socket>()
  const server = createServer({ maxHeaderSize: 256 * 1024, keepAliveTimeout: 60_000 }, listener)
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => {})
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return {
    url: `http://127.0.0.1:${address.port}`,
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** `startFakeAirtable()` serves an empty Airtable on two free ports of loopback; `control` fills it. */
export async function startFakeAirtable(options: Partial<Settings> = {}): Promise<FakeAirtable> {
  const settings: Settings = { ...defaultSettings, ...options }
  const world: World = {
    settings,
    contentUrl: '',
    bases: [],
    tokens: new Map(),
    files: new Map(),
    iterations: new Map(),
    urlSecret: randomBytes(32),
    waitingFetches: [],
    underWay: new Set(),
    refusedPings: [],
  }
  const shared: Shared = { world, faults: createFaults(), limits: createLimits(settings), log: [] }
  const api = await listen(createListener(shared, 'api'))
  const content = await listen(createListener(shared, 'content'))
  world.contentUrl = content.url
  return {
    url: api.url,
    contentUrl: content.url,
    control: createControl(shared),
    async close() {
      await Promise.all([api.close(), content.close()])
      await Promise.allSettled(world.underWay)
    },
  }
}
