import type { FastifyRequest } from 'fastify'

/**
 * Whether the dashboard sent a request: its user is logged in, or a page of this server asks. Browsers say the latter only
 * over https and on this machine.
 */
export const isOfDashboard = ({ caller, headers }: FastifyRequest): boolean =>
  caller?.kind === 'user' || headers['sec-fetch-site'] === 'same-origin'
