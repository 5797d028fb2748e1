import { endpoints } from '@pictable/client'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { pathOf } from '#http/endpoint/path-of.ts'
import type { MethodsAt } from './not-found.ts'
import { openPageFiles } from './page-files.ts'

/** Where the built dashboard lies, and where its images may come from beside this server. */
export interface Dashboard {
  folder: string
  imageOrigins: readonly string[]
}

/** Files that are made ahead: of the dashboard, or of the documentation. */
export interface Pages {
  /** Whether it is one of the files, or a URL that a person opens: that gets a page, or one that says there is none. */
  has(request: FastifyRequest): boolean
  send(request: FastifyRequest, reply: FastifyReply): FastifyReply
}

/** Whether a person opens a URL in a browser. */
export const isVisit = ({ method, headers }: FastifyRequest): boolean =>
  (method === 'GET' || method === 'HEAD') && headers.accept?.includes('text/html') === true

/** The names of files in `assets/` contain a digest of their content. */
export const cachingOf = (file: string): string =>
  file.startsWith('assets/') ? 'public, max-age=31536000, immutable' : 'no-cache'

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
export function createPages(dashboard: Dashboard, methodsAt: MethodsAt): Pages {
  const files = openPageFiles(dashboard.folder)
  /** Other files keep the policy of all answers: they are no pages, and a page asks for many of them. */
  const pageHeaders = {
    'content-security-policy': policyOf(dashboard),
    'cross-origin-opener-policy': 'same-origin',
  }
  function fileOf(request: FastifyRequest): string | null {
    if (request.method !== 'GET' && request.method !== 'HEAD') return null
    const path = pathOf(request).slice(1)
    if (files.has(path)) return path
    return isVisit(request) && methodsAt(`/${path}`).length === 0 ? 'index.html' : null
  }

  return {
    has: (request) => fileOf(request) !== null,
    send(request, reply) {
      const file = fileOf(request) ?? 'index.html'
      if (file.endsWith('.html')) reply.headers(pageHeaders)
      const [first] = pathOf(request).slice(1).split('/', 1)
      reply.headers({ vary: 'accept-encoding', 'cache-control': cachingOf(file) })
      return files.send(file, { request, reply, isMissing: served.has(first) })
    },
  }
}
