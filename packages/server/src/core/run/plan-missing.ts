import type { Action } from '#core/action/action.ts'
import type { Data } from '#core/ports/data.ts'
import type { TemplateVersion } from '#core/template/template.ts'
import type { EventWorld } from '#core/webhook/record-events.ts'
import { tellOfRecords } from '#core/webhook/tell-of-records.ts'
import type { Run } from './run.ts'

/** Records that were asked for and are not in the table: counted as failed, so that none vanishes silently. @returns how many were new */
export async function planMissing(
  world: EventWorld,
  data: Data,
  missing: { run: Run; action: Action; version: TemplateVersion; recordIds: readonly string[]; at: Date },
): Promise<number> {
  const { run, action, version, recordIds, at } = missing
  if (recordIds.length === 0) return 0
  const records = recordIds.map((id) => ({ id, fields: {}, label: '' }))
  const current = await data.runs.get(run.id)
  const { fromN, toN } = await data.runs.addPage(run.id, { records, cursor: current?.cursor ?? null, at })
  const pending = await data.runs.pendingRecords(run.id, fromN, toN)
  if (pending.length === 0) return 0
  const outcomes = pending.map(({ n, recordId }) => ({
    n,
    recordId,
    state: 'failed' as const,
    fingerprint: null,
    imageId: null,
    writtenBack: false,
    reason: { code: 'record_missing', message: `Record ${recordId}: it is not in the table "${action.tableName}"` },
  }))
  await data.runs.finishRecords(run.id, outcomes, at)
  await tellOfRecords(world, data, { run, action, version, outcomes, fields: new Map(), at })
  return pending.length
}
