import type { CallAnswer, Contract } from '@pictable/client'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { World } from '#core/ports/world.ts'
import { clientAddress } from './client-address.ts'
import { isOfDashboard } from './of-dashboard.ts'
import { shownPathOf } from './path-of.ts'
import { onRequestEnd } from './request-end.ts'

type LoggedRequest = CallAnswer<Contract['requestLog']['list']>['results'][number]

const mostKept = 500
const mostPathLength = 300

export interface RequestLog {
  /** Newest first. What the dashboard asks for by itself displaces nothing of the rest. */
  list(options: { withDashboard: boolean }): LoggedRequest[]
}

function callerOf({ caller }: FastifyRequest): LoggedRequest['caller'] {
  if (caller === undefined || caller.kind === 'nobody') return null
  return { kind: caller.kind, id: caller.id, name: caller.name }
}

/** Keeps the last calls of the API that this process was sent, for people who connect something to it. */
export function keepRequests(app: FastifyInstance, { clock }: Pick<World, 'clock'>): RequestLog {
  const kept: Record<'all' | 'programs', LoggedRequest[]> = { all: [], programs: [] }
  onRequestEnd(app, (request, reply, status) => {
    if (!request.url.startsWith('/v1/')) return
    const logged: LoggedRequest = {
      request_id: request.id,
      at: clock.now().toISOString(),
      method: request.method,
      path: shownPathOf(request).slice(0, mostPathLength),
      status,
      duration_ms: Math.round(reply.elapsedTime * 10) / 10,
      caller: callerOf(request),
      address: clientAddress(request),
    }
    for (const list of isOfDashboard(request) ? [kept.all] : [kept.all, kept.programs]) {
      list.unshift(logged)
      if (list.length > mostKept) list.pop()
    }
  })
  return { list: ({ withDashboard }) => [...kept[withDashboard ? 'all' : 'programs']] }
}
