import type { FastifyInstance, FastifyRequest } from 'fastify'
import { jsonLimitBytes } from '#http/limits.ts'

/** Answers a call of the Model Context Protocol; `fetch` calls the API of this server in the name of whoever called. */
export type AnswerMcp = (call: { request: Request; fetch: typeof globalThis.fetch }) => Promise<Response>

/** What says who calls, and from where. Not the cookie: pages of other sites would send it along. */
const keptHeaders = ['authorization', 'user-agent', 'x-forwarded-for', 'forwarded'] as const

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

const isEmpty = (status: number) => status === 204 || status === 304

/** The API of this server without a connection: every call is admitted, counted and noted like any other. */
function fetchWithin(app: FastifyInstance, { headers, socket }: FastifyRequest): typeof globalThis.fetch {
  return async (input, init) => {
    const request = new Request(input, init)
    const { pathname, search } = new URL(request.url)
    const kept = keptHeaders.flatMap((name) => (headers[name] === undefined ? [] : [[name, String(headers[name])]]))
    const payload = Buffer.from(await request.arrayBuffer())
    const answer = await app.inject({
      method: methods.find((each) => each === request.method) ?? 'GET',
      url: pathname + search,
      headers: { ...Object.fromEntries(request.headers), ...Object.fromEntries(kept) },
      remoteAddress: socket.remoteAddress ?? '',
      ...(payload.length > 0 && { payload }),
    })
    const body = isEmpty(answer.statusCode) ? null : new Uint8Array(answer.rawPayload)
    const contentType = String(answer.headers['content-type'] ?? '')
    return new Response(body, { status: answer.statusCode, headers: { 'content-type': contentType } })
  }
}

/** `serveMcp()` adds `/mcp`, which assistants call. */
export function serveMcp(app: FastifyInstance, answer: AnswerMcp): void {
  app.route({
    method: ['GET', 'POST', 'DELETE'],
    url: '/mcp',
    bodyLimit: jsonLimitBytes,
    async handler(request, reply) {
      const { method, headers, body } = request
      const given = new Request(`http://localhost${request.url}`, {
        method,
        headers: Object.entries(headers).flatMap(([name, value]): [string, string][] =>
          value === undefined ? [] : [[name, String(value)]],
        ),
        ...(Buffer.isBuffer(body) && { body: new Uint8Array(body) }),
      })
      const response = await answer({ request: given, fetch: fetchWithin(app, request) })
      const bytes = Buffer.from(await response.arrayBuffer())
      reply.code(response.status).headers({ ...Object.fromEntries(response.headers), 'cache-control': 'no-store' })
      return reply.send(bytes.length > 0 ? bytes : undefined)
    },
  })
}
