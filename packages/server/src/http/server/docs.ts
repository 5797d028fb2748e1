import fastifyStatic from '@fastify/static'
import { type FastifyInstance, type FastifyReply, type FastifyRequest, fastify } from 'fastify'
import { pathOf } from '#http/endpoint/path-of.ts'
import { openPageFiles } from './page-files.ts'
import { cachingOf, isVisit, type Pages } from './pages.ts'
import { securityHeaders } from './security-headers.ts'

/** Where the documentation is served; its links begin with it. */
const BASE = '/docs'
const MISSING = '404.html'

/** Pages show text and pictures of this server, and search it: nothing else. */
const pageHeaders = {
  'content-security-policy': [
    "default-src 'none'",
    ...['script-src', 'style-src', 'img-src', 'font-src', 'connect-src'].map((kind) => `${kind} 'self'`),
    ...['base-uri', 'form-action', 'frame-ancestors'].map((kind) => `${kind} 'none'`),
  ].join('; '),
  'cross-origin-opener-policy': 'same-origin',
}

/** `createDocs()` answers `/docs` and what is below it. It needs no session: it is the same for everyone. */
export function createDocs(folder: string): Pages {
  const files = openPageFiles(folder)

  /** A page has no extension in its URL; null for a URL beside the documentation. */
  function fileOf(request: FastifyRequest): string | null {
    const { method } = request
    const path = pathOf(request)
    if ((method !== 'GET' && method !== 'HEAD') || !(path === BASE || path.startsWith(`${BASE}/`))) return null
    const name = path.slice(BASE.length + 1).replace(/\/$/, '')
    const page = name === '' ? 'index.html' : `${name}.html`
    if (files.has(page) && page !== MISSING) return page
    if (files.has(name) && !name.endsWith('.html')) return name
    return isVisit(request) && files.has(MISSING) ? MISSING : null
  }

  return {
    has: (request) => fileOf(request) !== null,
    send(request, reply): FastifyReply {
      const file = fileOf(request) ?? MISSING
      if (file.endsWith('.html')) reply.headers(pageHeaders)
      reply.headers({ vary: 'accept-encoding', 'cache-control': cachingOf(file) })
      return files.send(file, { request, reply, isMissing: file === MISSING })
    },
  }
}

/** A server of the documentation alone. */
export function createDocsServer(folder: string): FastifyInstance {
  const app = fastify({ logger: false, requestTimeout: 30_000, bodyLimit: 1024 })
  const docs = createDocs(folder)
  app.register(fastifyStatic, { root: folder, serve: false, preCompressed: true, cacheControl: false })
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(securityHeaders)
    if (pathOf(request) === '/') return reply.redirect(BASE)
    return docs.has(request) ? docs.send(request, reply) : undefined
  })
  app.setNotFoundHandler((_request, reply) => reply.code(404).type('text/plain').send(`There is only ${BASE} here.\n`))
  return app
}
