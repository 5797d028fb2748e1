import { contract, endpoints } from '@pictable/client'
import type { AuditEntry } from '#core/access/audit-entry.ts'
import { handlers } from '#http/handlers.ts'

const byName = new Map(endpoints.map((entry) => [entry.name, entry]))

/** Who writes entries is somebody: anything else would be a bug of ours. */
function kindOf({ callerKind }: AuditEntry): 'user' | 'api_key' | 'operator' {
  return callerKind === 'user' || callerKind === 'operator' ? callerKind : 'api_key'
}

export const auditLog = handlers(contract.auditLog)({
  list: async ({ world, query }) => {
    const { caller_id: callerId, resource_id: resourceId, ...page } = query
    const options = { ...page, ...(callerId && { callerId }), ...(resourceId && { resourceId }) }
    const { results, next } = await world.data.audit.list(options)
    const entries = results.map((one) => ({
      id: one.id,
      at: one.at.toISOString(),
      caller: { kind: kindOf(one), id: one.callerId, name: one.callerName },
      operation: one.operation,
      summary: byName.get(one.operation)?.summary ?? one.operation,
      collection: byName.get(one.operation)?.path.split('/')[2] ?? '',
      resource_id: one.resourceId,
      address: one.address,
      request_id: one.requestId,
    }))
    return { status: 200, body: { results: entries, next } }
  },
})

export const requestLog = handlers(contract.requestLog)({
  list: async ({ server }) => ({ status: 200, body: { results: server.requestLog.list(), next: null } }),
})
