import fastifyStatic from '@fastify/static'
import { contract, type Endpoint } from '@pictable/client'
import { type FastifyInstance, type FastifyReply, type FastifyRequest, fastify } from 'fastify'
import { AppError, errorCatalogue, isOurTrouble } from '#core/errors.ts'
import { createPreviewImage } from '#core/image/preview-image.ts'
import { createRenderSigned } from '#core/image/signed/render-signed.ts'
import type { OpenSpan, Trace } from '#core/ports/trace.ts'
import type { World } from '#core/ports/world.ts'
import { createReadiness } from '#core/readiness.ts'
import { createReceiveHook } from '#core/trigger/receive-hook.ts'
import { createAuth } from '#http/caller/auth.ts'
import { clientAddress } from '#http/endpoint/client-address.ts'
import { isOfDashboard } from '#http/endpoint/of-dashboard.ts'
import { originForm, pathOf, shownPathOf } from '#http/endpoint/path-of.ts'
import { problemHeaders, problemOf, toAppError } from '#http/endpoint/problem.ts'
import type { RateLimit } from '#http/endpoint/rate-limit.ts'
import { readBodies } from '#http/endpoint/read-body.ts'
import { isEventStream, onRequestEnd } from '#http/endpoint/request-end.ts'
import { keepRequests } from '#http/endpoint/request-log.ts'
import { routeOf } from '#http/endpoint/route.ts'
import { createEventFeed } from '#http/feed/event-feed.ts'
import type { Installation } from '#http/installation.ts'
import { jsonLimitBytes } from '#http/limits.ts'
import { routes as allRoutes } from '#http/routes/index.ts'
import { createDocs } from './docs.ts'
import { endConnectionsOnClose } from './end-connections.ts'
import { formStateOf } from './form-state.ts'
import { type AnswerMcp, serveMcp } from './mcp-route.ts'
import { createMethodsAt, type MethodsAt } from './not-found.ts'
import { createPages, type Dashboard, isVisit } from './pages.ts'
import { refuseBadHttp } from './refuse-bad-http.ts'
import { securityHeaders } from './security-headers.ts'
import { shedLoad } from './shed-load.ts'

/** What the server tells of every request. */
type Log = Record<
  'debug' | 'info' | 'warn' | 'error',
  (fields: Readonly<Record<string, unknown>>, message: string) => void
>

export interface ServerOptions {
  world: World
  log: Log
  config: {
    /** The operator's fixed key; compared before the format check. */
    adminKey?: string | undefined
    rateLimit?: RateLimit
    /** Default true: calls from this machine itself are not counted. */
    localhostUnlimited?: boolean
    /** Addresses or CIDRs of proxies whose X-Forwarded-For is believed. */
    trustedProxies?: string[]
  }
  installation: Omit<Installation, 'callsPerMinute'>
  /** Without it there is only the API. */
  dashboard?: Dashboard | undefined
  /** The folder of the built documentation; without it there is no `/docs`. */
  docs?: string | undefined
  /** Without it there is no `/mcp`. */
  mcp?: AnswerMcp | undefined
  /** Told of every request. */
  trace?: Trace | undefined
  /** A process that only works says how it is, and nothing else. */
  isHealthOnly?: boolean
  /** So long after closing began requests are still taken: whoever sends them has not heard of it. */
  lingerMs?: number
}

/** The contract validates with zod: without a compiler of its own, Fastify loads Ajv at every start. */
const noCompiler = () => {
  throw new Error('Routes have no JSON schema: the contract validates')
}

const usualRateLimit = { perMinute: 600, burst: 200 }

/** What requests were refused with. */
const refusals = new WeakMap<FastifyRequest, AppError>()

/** The work for a client that is gone was ended: nobody reads the answer. */
const isAbort = (thrown: unknown, { raw }: FastifyReply) =>
  raw.destroyed && thrown instanceof Error && thrown.name === 'AbortError'

function sendProblem(log: Log, thrown: unknown, { request, reply }: { request: FastifyRequest; reply: FastifyReply }) {
  const error = toAppError(thrown)
  refusals.set(request, error)
  if (error.code === 'internal' && !isAbort(thrown, reply))
    log.error({ request_id: request.id, path: shownPathOf(request), error: thrown }, 'request failed')
  const problem = problemOf(error, request.id)
  return reply
    .headers({ ...securityHeaders, 'x-request-id': request.id, 'cache-control': 'no-store', ...problemHeaders(error) })
    .code(problem.status)
    .send(JSON.stringify(problem))
}

/** OPTIONS is answered, a wrong method told apart from an address that leads nowhere. */
function answerUnknown(methodsAt: MethodsAt, { request, reply }: { request: FastifyRequest; reply: FastifyReply }) {
  const methods = methodsAt(pathOf(request))
  if (methods.length === 0) throw new AppError('not_found', 'This URL does not exist.')
  reply.header('allow', methods.join(', '))
  if (request.method === 'OPTIONS') return reply.code(204).send()
  throw new AppError('method_not_allowed', `This URL allows ${methods.join(', ')}, not ${request.method}.`)
}

/** A person who opens the URL of an image that is gone is shown a page. Of the API there is always JSON. */
const isMissingPage = (error: unknown, request: FastifyRequest) =>
  toAppError(error).code === 'not_found' && isVisit(request) && !request.url.startsWith('/v1/')

/** By the route, which is a pattern: paths hold ids, and what is asked for in vain is endless. */
function measureRequests(app: FastifyInstance, { metrics }: Pick<World, 'metrics'>): void {
  onRequestEnd(app, (request, reply, status) => {
    if (isEventStream(reply)) return
    const labels = {
      method: request.method,
      route: request.routeOptions.url ?? 'none',
      status: String(status),
    }
    metrics.observe('http_server_request_duration_seconds', labels, reply.elapsedTime / 1000)
  })
}

/** A check that passes tells nothing, as do the many requests of a page; what could not be answered is told with the reason. */
function levelOf(request: FastifyRequest, status: number): 'debug' | 'info' | 'warn' {
  if (status >= 500) return 'warn'
  const isPage = status < 400 && (request.is404 || isOfDashboard(request))
  return isPage || isHealth(request) ? 'debug' : 'info'
}

/** The words of what failed below us are told only where they are about our own database or storage. */
function reasonOf(request: FastifyRequest): object {
  const error = refusals.get(request)
  if (error === undefined || errorCatalogue[error.code].status < 500) return {}
  const cause = isOurTrouble(error) && error.cause instanceof Error ? { cause: error.cause.message } : {}
  return { code: error.code, reason: error.message, ...cause }
}

function logRequests(app: FastifyInstance, log: Log): void {
  onRequestEnd(app, (request, reply, status) => {
    log[levelOf(request, status)](
      {
        request_id: request.id,
        method: request.method,
        path: shownPathOf(request),
        status,
        ms: Math.round(reply.elapsedTime * 10) / 10,
        client: clientAddress(request),
        ...(request.caller ? { key_id: request.caller.id } : {}),
        ...reasonOf(request),
      },
      'request',
    )
  })
}

/** A health check is asked for all the time and tells nothing. */
function traceRequests(app: FastifyInstance, trace: Trace): void {
  const spans = new WeakMap<FastifyRequest, OpenSpan>()
  app.addHook('onRequest', async (request) => {
    const route = request.routeOptions.url
    if (route === undefined || isHealth(request)) return
    const { traceparent } = request.headers
    const span = trace.open({
      name: `${request.method} ${route}`,
      kind: 'server',
      attributes: { 'http.request.method': request.method, 'http.route': route, 'pictable.request_id': request.id },
      traceparent: typeof traceparent === 'string' ? traceparent : undefined,
    })
    spans.set(request, span)
  })
  // Before this the body was read, on the socket's own account.
  app.addHook('preHandler', (request, _reply, done) => {
    const span = spans.get(request)
    if (span === undefined) done()
    else span.within(done)
  })
  onRequestEnd(app, (request, _reply, status) => {
    spans.get(request)?.end({
      attributes: { 'http.response.status_code': status, 'pictable.key_id': request.caller?.id },
      ...(status >= 500 && { error: new Error(String(status)) }),
    })
  })
}

const health: readonly Endpoint[] = [contract.server.livez, contract.server.readyz]
const isAt = (endpoints: readonly Endpoint[]) => {
  const paths: readonly string[] = endpoints.map(({ path }) => path)
  return ({ routeOptions }: FastifyRequest) => paths.includes(routeOptions.url ?? '')
}
const isHealth = isAt(health)
const isTriggerCall = isAt(Object.values(contract.hooks))

/** What is sent from folders of this machine. */
function openPages(
  app: FastifyInstance,
  { dashboard, docs, isHealthOnly = false }: ServerOptions,
  methodsAt: MethodsAt,
) {
  const root = [dashboard?.folder, docs].filter((folder) => folder !== undefined)
  if (isHealthOnly || root.length === 0) return { pages: null, docs: null }
  app.register(fastifyStatic, { root, serve: false, preCompressed: true, cacheControl: false })
  return {
    pages: dashboard === undefined ? null : createPages(dashboard, methodsAt),
    docs: docs === undefined ? null : createDocs(docs),
  }
}

/** `createServer()` builds the HTTP server of the whole contract; `listen` starts it, `close` lets running requests end. */
export function createServer(options: ServerOptions): FastifyInstance {
  const { world, log, config, isHealthOnly = false, lingerMs = 0, trace } = options
  const rateLimit = config.rateLimit ?? usualRateLimit
  const auth = createAuth(world, config.adminKey)
  const feed = createEventFeed(world)
  const forget = (id: string) => {
    auth.forget(id)
    feed.forget(id)
  }
  const newRequestId = () => world.newId('request')
  const app = fastify({
    logger: false,
    genReqId: newRequestId,
    rewriteUrl: ({ url = '/' }) => originForm(url),
    bodyLimit: jsonLimitBytes,
    trustProxy: config.trustedProxies ?? false,
    requestTimeout: 120_000,
    // While closing, what still comes in on an open connection is answered; then the connection ends.
    return503OnClosing: false,
    schemaController: { compilersFactory: { buildValidator: noCompiler, buildSerializer: noCompiler } },
    routerOptions: { maxParamLength: 2000 },
    frameworkErrors: (error, request, reply) => void sendProblem(log, error, { request, reply }),
    clientErrorHandler: refuseBadHttp(newRequestId),
  })
  app.addHook('preClose', async () => feed.close())
  const isClosing = endConnectionsOnClose(app, lingerMs)
  const requestLog = keepRequests(app, world)
  const server = {
    ...{ isClosing, forget, feed, requestLog },
    checkReadiness: createReadiness(world, () => performance.now()),
    receiveHook: createReceiveHook(world),
    previewImage: createPreviewImage(),
    renderSigned: createRenderSigned(),
    forms: formStateOf(options),
    installation: { ...options.installation, callsPerMinute: rateLimit.perMinute },
  }
  const routes = isHealthOnly ? allRoutes.filter(({ entry }) => health.includes(entry)) : allRoutes
  const methodsAt = createMethodsAt(routes.map(({ entry }) => entry))
  const { pages, docs } = openPages(app, options, methodsAt)
  app.removeAllContentTypeParsers()
  readBodies(app)
  app.setErrorHandler((error, request, reply) =>
    pages !== null && isMissingPage(error, request)
      ? pages.send(request, reply)
      : sendProblem(log, error, { request, reply }),
  )
  app.setNotFoundHandler((request, reply) => answerUnknown(methodsAt, { request, reply }))
  app.addHook('onRequest', async (request, reply) => {
    reply.headers({ ...securityHeaders, 'x-request-id': request.id })
    if (request.is404 && docs?.has(request)) return docs.send(request, reply)
    if (request.is404 && pages?.has(request)) return pages.send(request, reply)
    if (request.is404) return answerUnknown(methodsAt, { request, reply })
    return undefined
  })
  shedLoad(app, { isExempt: isHealth, isShort: isTriggerCall })
  if (trace !== undefined) traceRequests(app, trace)
  logRequests(app, log)
  measureRequests(app, world)
  const localhostUnlimited = config.localhostUnlimited ?? true
  const context = { world, server, auth, log, rateLimit, localhostUnlimited }
  for (const bound of routes) app.route(routeOf(context, bound))
  if (options.mcp !== undefined && !isHealthOnly) serveMcp(app, options.mcp)
  return app
}
