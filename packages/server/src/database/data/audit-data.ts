import type { AuditEntry } from '#core/access/audit-entry.ts'
import type { AuditData } from '#core/ports/data/people.ts'
import { mapperOf, plain } from '#database/columns.ts'
import type { Executor } from '#database/database.ts'
import { executeInBatches } from '#database/in-batches.ts'
import { listPage } from '#database/list-page.ts'
import { type ResourceTable, resources } from '#database/resources.ts'

const auditLog: ResourceTable<AuditEntry> = {
  name: 'audit_log',
  ...mapperOf<AuditEntry>({
    id: plain,
    at: plain,
    callerKind: plain,
    callerId: plain,
    callerName: plain,
    operation: plain,
    resourceId: plain,
    address: plain,
    requestId: plain,
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
