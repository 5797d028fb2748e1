import { type CallAnswer, type Contract, endpoints } from '@pictable/client'
import type { AuditEntry } from '#core/access/audit-entry.ts'

type AuditEntryJson = CallAnswer<Contract['auditLog']['list']>['results'][number]

const byName = new Map(endpoints.map((entry) => [entry.name, entry]))

/** Who writes entries is somebody: anything else would be a bug of ours. */
function kindOf({ callerKind }: AuditEntry): AuditEntryJson['caller']['kind'] {
  return callerKind === 'user' || callerKind === 'operator' ? callerKind : 'api_key'
}

export function presentAuditEntry(entry: AuditEntry): AuditEntryJson {
  const endpoint = byName.get(entry.operation)
  return {
    id: entry.id,
    at: entry.at.toISOString(),
    caller: { kind: kindOf(entry), id: entry.callerId, name: entry.callerName },
    operation: entry.operation,
    summary: endpoint?.summary ?? entry.operation,
    collection: endpoint?.path.split('/')[2] ?? '',
    resource_id: entry.resourceId,
    address: entry.address,
    request_id: entry.requestId,
  }
}
