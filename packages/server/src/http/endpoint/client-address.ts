import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'

/**
 * Where a call comes from: what the trusted proxies in front say, read from the last one backwards. What a caller puts
 * into X-Forwarded-For by itself lies further on and is never reached; what is no address is not repeated.
 */
export function clientAddress(request: FastifyRequest): string {
  const address = isIP(request.ip) === 0 ? (request.socket.remoteAddress ?? '') : request.ip
  return address.replace(/^::ffff:/, '')
}

/** Whether a call comes from this machine itself, and not through a proxy on it. */
export function isLocal(request: FastifyRequest): boolean {
  if (request.headers['x-forwarded-for'] !== undefined || request.headers.forwarded !== undefined) return false
  const address = clientAddress(request)
  return address === '::1' || address.startsWith('127.')
}
