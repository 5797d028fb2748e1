import { Readable } from 'node:stream'
import { type Endpoint, isRaw } from '@pictable/client'
import type { FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import type { Data } from '#core/ports/data.ts'
import type { World } from '#core/ports/world.ts'
import { nextTurn } from '#core/turns.ts'
import type { Auth } from '#http/caller/auth.ts'
import { type Caller, nobody, requireAction, requireScope } from '#http/caller/caller.ts'
import { refuseForeignPage, requireOurPage } from '#http/caller/same-origin.ts'
import { isSecure, sessionTokenOf } from '#http/caller/session-cookie.ts'
import { batchLimitBytes, jsonLimitBytes, longBodyBytes, uploadLimitBytes } from '#http/limits.ts'
import { audit } from './audit.ts'
import { clientAddress, isLocal } from './client-address.ts'
import type { Answer, BoundEndpoint } from './endpoint-call.ts'
import { isKnown, revisionOf } from './etag.ts'
import { answerOnce, idempotencyKeyOf, isOnce, type Once } from './idempotency.ts'
import { type ParsedRequest, parseRequest } from './parse-request.ts'
import { type RateLimit, takeCall } from './rate-limit.ts'
import { signalOfClient } from './request-end.ts'
import type { ServerState } from './server-state.ts'
import { type WireAnswer, wireAnswer } from './wire-answer.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Known once the request is admitted. */
    caller?: Caller
  }
}

export interface RouteContext {
  world: World
  server: ServerState
  auth: Auth
  rateLimit: RateLimit
  /** Calls from this machine itself are not counted. */
  localhostUnlimited: boolean
  log: { error(fields: Readonly<Record<string, unknown>>, message: string): void }
}

function headerOf(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name]
  return Array.isArray(value) ? value.join(', ') : value
}

function headersOf(request: FastifyRequest): Record<string, string> {
  return Object.fromEntries(Object.keys(request.headers).map((name) => [name, headerOf(request, name) ?? '']))
}

/** Before the body is read: who calls, whether they may, and whether they call too often. */
async function admit(
  context: RouteContext,
  { entry, admit: admitStranger }: BoundEndpoint,
  exchange: { request: FastifyRequest; reply: FastifyReply },
) {
  const { request, reply } = exchange
  const { publicUrl } = context.world
  if (entry.setsCookie) refuseForeignPage(request, publicUrl)
  await admitStranger?.(context.world, { params: request.params, address: clientAddress(request) })
  if (entry.scope === null) return
  const caller = await context.auth.callerOf({
    authorization: headerOf(request, 'authorization'),
    sessionToken: sessionTokenOf(headerOf(request, 'cookie'), isSecure(request, publicUrl)),
  })
  request.caller = caller
  if (caller.kind === 'user' && entry.method !== 'GET') requireOurPage(request, publicUrl)
  requireScope(caller, entry)
  if (entry.isContinuous || (context.localhostUnlimited && isLocal(request))) return
  reply.headers(await takeCall(context.world, caller.id, context.rateLimit))
}

function send(
  entry: Endpoint,
  answer: WireAnswer,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
) {
  const { status, headers, payload } = answer
  const etag = headers.etag
  reply.headers(headers)
  // Of a page that other sites may embed: its policy says which.
  if (headers['x-frame-options'] === '') reply.removeHeader('x-frame-options')
  // No one reads it: the framework would read a stream to its end, and that of events has none.
  if (request.method === 'HEAD' && payload instanceof Readable) payload.destroy()
  if (entry.method === 'GET' && etag !== undefined && isKnown(headerOf(request, 'if-none-match'), etag)) {
    if (payload instanceof Readable) payload.destroy()
    return reply.removeHeader('content-type').removeHeader('content-length').code(304).send()
  }
  return reply.code(status).send(payload ?? undefined)
}

/** Without an Idempotency-Key nothing is kept. */
const asOften = ({ data }: World): Once => ({ data, keep: async () => {} })

/** Does what was asked and checks the answer. */
async function answerTo(
  context: RouteContext,
  { entry, handle }: BoundEndpoint,
  { request, reply, parsed, once }: { request: FastifyRequest; reply: FastifyReply; parsed: ParsedRequest; once: Once },
): Promise<WireAnswer> {
  const world = { ...context.world, data: once.data }
  const revision = entry.ifMatch ? revisionOf(headerOf(request, 'if-match')) : undefined
  const headers = headersOf(request)
  const caller = request.caller ?? nobody
  const client = {
    address: clientAddress(request),
    userAgent: headers['user-agent'] ?? '',
    isSecure: isSecure(request, world.publicUrl),
  }
  const toWire = (answer: Answer) => wireAnswer(entry, answer, world.digest)
  const keep = async (answer: Answer) => once.keep(await toWire(answer))
  const signal = signalOfClient(reply)
  const { server } = context
  const isHead = request.method === 'HEAD'
  const call = {
    world,
    server,
    caller,
    client,
    isHead,
    target: request.url,
    headers,
    signal,
    revision,
    keep,
    ...parsed,
  }
  const answer = await handle(call)
  if (answer.caller !== undefined) request.caller = answer.caller
  // To check a large answer takes as long as to make it.
  await nextTurn()
  return toWire(answer)
}

function bodyLimitOf({ body, entries, maxBodyBytes, scope }: Endpoint): number {
  if (entries !== undefined) return batchLimitBytes
  if (maxBodyBytes !== undefined) return maxBodyBytes
  // No one sends files without a key; of a change that other programs report, its start is enough.
  return body !== undefined && isRaw(body) && scope !== null ? uploadLimitBytes : jsonLimitBytes
}

/** `routeOf()` makes one endpoint a route: admit, parse, answer (once), send. */
export function routeOf(context: RouteContext, bound: BoundEndpoint): RouteOptions {
  const { entry } = bound
  const door = doorOf(entry)
  const isRawBody = entry.body !== undefined && isRaw(entry.body)
  const isOpen = entry.scope === null
  return {
    method: entry.method,
    url: entry.path,
    bodyLimit: bodyLimitOf(entry),
    config: { cutsBody: isRawBody && isOpen && entry.maxBodyBytes === undefined },
    onRequest: (request, reply) => admit(context, bound, { request, reply }),
    handler: async (request, reply) => {
      const body = request.body instanceof Uint8Array ? request.body : new Uint8Array()
      const caller = request.caller ?? nobody
      const contentType = headerOf(request, 'content-type')
      const parsed = await parseRequest(door, {
        params: request.params,
        queryText: entry.signed ? '' : request.url.split('?').slice(1).join('?'),
        contentType,
        contentEncoding: headerOf(request, 'content-encoding'),
        body,
      })
      if (body.length > longBodyBytes) await nextTurn()
      if (entry.limitedKeys === 'id') requireAction(caller, idOf(parsed.params))
      const work = (once: Once) => answerTo(context, bound, { request, reply, parsed, once })
      const note = (data: Data, answer: WireAnswer) =>
        audit(
          { ...context.world, data },
          {
            entry,
            caller: request.caller ?? nobody,
            params: parsed.params,
            answer,
            address: clientAddress(request),
            requestId: request.id,
          },
        )
      const key = isOnce(entry) ? idempotencyKeyOf(headerOf(request, 'idempotency-key')) : undefined
      const prefer = headerOf(request, 'prefer')
      const parts = [entry.method, request.url, contentType ?? '', body, ...(prefer === undefined ? [] : [prefer])]
      if (key !== undefined) {
        const onNotReleased = (error: unknown) =>
          context.log.error({ request_id: request.id, error }, 'The claim of an Idempotency-Key was not released')
        const callerId = keeperOf(context.world, request, caller)
        const once = { work, along: note, onNotReleased }
        return send(entry, await answerOnce(context.world, { callerId, key, parts }, once), { request, reply })
      }
      const answer = await work(asOften(context.world))
      await note(context.world.data, answer)
        // It was done all the same, and must not be done again.
        .catch((error) => context.log.error({ request_id: request.id, error }, 'audit log not written'))
      return send(entry, answer, { request, reply })
    },
  }
}

/** Whose an Idempotency-Key is. Who needs no key of ours is known by the address alone, which may be a secret. */
function keeperOf({ digest }: World, request: FastifyRequest, caller: Caller): string {
  if (caller.kind !== 'nobody') return caller.id
  return `${caller.id}:${digest.sha256(request.url.split('?')[0] ?? '').slice(0, 32)}`
}

/** What is checked before the handler: of a signed address only the path. */
function doorOf(entry: Endpoint): Endpoint {
  const { query: _, ...withoutQuery } = entry
  return entry.signed ? withoutQuery : entry
}

function idOf(params: unknown): string | null {
  return typeof params === 'object' && params !== null && 'id' in params ? String(params.id) : null
}
