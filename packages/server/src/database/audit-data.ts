import type { AuditEntry } from '#core/access/audit-entry.ts'
import type { AuditData } from '#core/ports/data/people.ts'
import type { Executor } from './database.ts'
import { executeInBatches } from './in-batches.ts'
import { listPage } from './list-page.ts'
import { resources } from './resources.ts'

interface AuditRow {
  id: string
  at: Date
  caller_kind: string
  caller_id: string
  caller_name: string
  operation: string
  resource_id: string | null
  address: string
  request_id: string
}

const auditLog = {
  name: 'audit_log',
  columns: {
    id: ({ id }: AuditEntry) => id,
    at: ({ at }: AuditEntry) => at,
    caller_kind: ({ callerKind }: AuditEntry) => callerKind,
    caller_id: ({ callerId }: AuditEntry) => callerId,
    caller_name: ({ callerName }: AuditEntry) => callerName,
    operation: ({ operation }: AuditEntry) => operation,
    resource_id: ({ resourceId }: AuditEntry) => resourceId,
    address: ({ address }: AuditEntry) => address,
    request_id: ({ requestId }: AuditEntry) => requestId,
  },
  fromRow: (row: AuditRow): AuditEntry => ({
    id: row.id,
    at: row.at,
    callerKind: row.caller_kind,
    callerId: row.caller_id,
    callerName: row.caller_name,
    operation: row.operation,
    resourceId: row.resource_id,
    address: row.address,
    requestId: row.request_id,
  }),
}

const deleteBatch = `
with batch as materialized (
  select id from audit_log where id < $3 and id > $1 order by id limit $2
), gone as (
  delete from audit_log where id = any(array(select id from batch))
)
select max(id) as last_key from batch`

export function auditData(executor: Executor): AuditData {
  return {
    insert: resources(executor, auditLog).insert,
    list: ({ callerId, resourceId, ...options }) =>
      listPage(
        executor,
        auditLog,
        resourceId === undefined
          ? { ...options, where: { caller_id: callerId } }
          : { ...options, where: { resource_id: resourceId }, checked: { caller_id: callerId } },
      ),
    async deleteBefore(id) {
      await executeInBatches(executor, deleteBatch, { parameters: [id] })
    },
  }
}
