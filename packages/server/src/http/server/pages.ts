import { readdirSync } from 'node:fs'
import fastifyStatic from '@fastify/static'
import { endpoints } from '@pictable/client'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { pathOf } from '#http/endpoint/path-of.ts'

/** Where the built dashboard lies, and where its images may come from beside this server. */
export interface Dashboard {
  folder: string
  imageOrigins: readonly string[]
}

export interface Pages {
  /** Whether it is a file of the dashboard, or an address that the dashboard itself makes something of. */
  has(request: FastifyRequest): boolean
  send(request: FastifyRequest, reply: FastifyReply): FastifyReply
}

/** The first part of every address that is not the dashboard's. */
const served = new Set(endpoints.map(({ path }) => path.split('/')[1]))

/** Nothing inline, nothing from elsewhere. */
function policyOf({ imageOrigins }: Dashboard): string {
  return [
    "default-src 'self'",
    `img-src ${["'self'", 'blob:', 'data:', ...imageOrigins].join(' ')}`,
    // HarfBuzz, which sets the texts of designs, is WebAssembly.
    "script-src 'self' 'wasm-unsafe-eval'",
    "style-src 'self'",
    "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
}

/** `createPages()` serves the dashboard: its files, and its first page wherever a person goes. */
export function createPages(app: FastifyInstance, dashboard: Dashboard): Pages {
  // What is not in this list is not there, whatever the path looks like.
  const files = new Set(readdirSync(dashboard.folder, { recursive: true, encoding: 'utf8' }))
  /** Other files keep the policy of all answers: they are no pages, and a page asks for many of them. */
  const pageHeaders = {
    'content-security-policy': policyOf(dashboard),
    'cross-origin-opener-policy': 'same-origin',
  }
  app.register(fastifyStatic, { root: dashboard.folder, serve: false, preCompressed: true, cacheControl: false })

  /** The names of these hold a digest of what is in them. */
  const cachingOf = (file: string) => (file.startsWith('assets/') ? 'public, max-age=31536000, immutable' : 'no-cache')

  function fileOf(request: FastifyRequest): string | null {
    if (request.method !== 'GET' && request.method !== 'HEAD') return null
    const path = pathOf(request).slice(1)
    if (path.includes('.') && files.has(path) && !path.endsWith('.br')) return path
    const [first = ''] = path.split('/', 1)
    const isVisit = request.headers.accept?.includes('text/html') === true
    return isVisit && !served.has(first) ? 'index.html' : null
  }

  return {
    has: (request) => fileOf(request) !== null,
    send(request, reply) {
      const file = fileOf(request) ?? 'index.html'
      if (file.endsWith('.html')) reply.headers(pageHeaders)
      return reply.headers({ vary: 'accept-encoding', 'cache-control': cachingOf(file) }).sendFile(file)
    },
  }
}
