import { endpoints } from '@pictable/client'
import type { FastifyRequest } from 'fastify'

/** What stands before a token in an address; what follows is its secret, whether the rest of the address is right or not. */
const beforeTokens = endpoints.flatMap(({ path }) =>
  path.includes(':token') ? path.slice(0, path.indexOf(':token')) : [],
)

/**
 * The target of a request as the router reads it: of an absolute one (`GET http://host/v1/runs`, as proxies are sent it) what
 * follows the host. Whatever else looks at the target then sees the same address, and the token in it.
 */
export function originForm(target: string): string {
  const [absolute] = /^https?:\/\/[^/?#]*/i.exec(target) ?? []
  if (absolute === undefined) return target
  const rest = target.slice(absolute.length)
  return rest.startsWith('/') ? rest : `/${rest}`
}

/** The address of a request without its query. */
export function pathOf({ url }: Pick<FastifyRequest, 'url'>): string {
  return url.split('?', 1)[0] ?? ''
}

/** As the router understands it; a part that is wrongly encoded stays. */
const decoded = (path: string) =>
  path.replaceAll(/%([0-7][0-9a-f])/gi, (_, code) => String.fromCharCode(Number.parseInt(code, 16)))

/** The same for people and logs: a token in it is not told. */
export function shownPathOf(request: Pick<FastifyRequest, 'url'>): string {
  const path = pathOf(request)
  const before = beforeTokens.find((start) => decoded(path).startsWith(start))
  return before === undefined ? path : `${before}:token`
}
