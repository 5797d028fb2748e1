import type { FastifyRequest } from 'fastify'
import { sessionDays } from '#core/access/session.ts'

/**
 * Over https the name begins with `__Host-`: browsers take such a cookie from this very host alone, and only with Secure,
 * so that neither a neighbour's page nor anyone on the way can plant one. Only the name that fits the call is read.
 */
const nameOf = (isSecure: boolean) => (isSecure ? '__Host-pictable' : 'pictable')

/** Whether the browser came by https, also through a proxy: one that is trusted says so, one that is not is known by the host. */
export function isSecure(request: FastifyRequest, publicUrl: string): boolean {
  if (request.protocol === 'https') return true
  const { protocol, host } = new URL(publicUrl)
  return protocol === 'https:' && host === request.host
}

/** The token that the browser's cookie holds. */
export function sessionTokenOf(cookies: string | undefined, secure: boolean): string | undefined {
  const name = nameOf(secure)
  for (const one of cookies?.split(';') ?? []) {
    const [key, value] = one.trim().split('=', 2)
    if (key === name && value !== undefined && /^[\w-]{1,100}$/.test(value)) return value
  }
  return undefined
}

function cookie(secure: boolean, value: string, maxAgeSeconds: number): Record<string, string> {
  const text = `${nameOf(secure)}=${value}; Path=/; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Lax`
  return { 'set-cookie': secure ? `${text}; Secure` : text }
}

/** Gives the browser its session. */
export const sessionCookie = (token: string, secure: boolean): Record<string, string> =>
  cookie(secure, token, sessionDays * 24 * 3600)

export const noSessionCookie = (secure: boolean): Record<string, string> => cookie(secure, '', 0)
