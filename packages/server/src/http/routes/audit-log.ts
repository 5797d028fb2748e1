import { contract } from '@pictable/client'
import { handlers } from '#http/endpoint/handlers.ts'
import { presentAuditEntry } from '#http/present/audit-entry.ts'

export const auditLog = handlers(contract.auditLog)({
  list: async ({ world, query }) => {
    const { caller_id: callerId, resource_id: resourceId, ...page } = query
    const options = { ...page, ...(callerId && { callerId }), ...(resourceId && { resourceId }) }
    const { results, next } = await world.data.audit.list(options)
    return { status: 200, body: { results: results.map(presentAuditEntry), next } }
  },
})

export const requestLog = handlers(contract.requestLog)({
  list: async ({ server, query }) => {
    const results = server.requestLog.list({ withDashboard: query.dashboard === 'true' })
    return { status: 200, body: { results, next: null } }
  },
})
