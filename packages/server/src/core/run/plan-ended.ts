import type { Failure } from '@pictable/model/failure'
import type { Action } from '#core/action/action.ts'
import { outputsOf, shownName } from '#core/output/outputs-of.ts'
import type { Data } from '#core/ports/data.ts'
import type { TemplateVersion } from '#core/template/template.ts'
import type { EventWorld } from '#core/webhook/record-events.ts'
import { tellOfRecords } from '#core/webhook/tell-of-records.ts'
import { groupOf } from './failure-group.ts'
import type { BareRun } from './run.ts'

/** A record that was asked for and has nothing to be rendered, and why. */
export interface EndedRecord {
  id: string
  label: string
  state: 'skipped' | 'failed'
  reason: Failure
}

/** Counts records that end as soon as they are read, so that none vanishes silently. @returns how many were new */
export async function planEnded(
  world: EventWorld,
  data: Data,
  ended: { run: BareRun; action: Action; version: TemplateVersion; records: readonly EndedRecord[]; at: Date },
): Promise<number> {
  const { run, action, version, at } = ended
  if (ended.records.length === 0) return 0
  const records = ended.records.map(({ id, label }) => ({ id, label, fields: {}, emptied: [] }))
  const current = await data.runs.getBare(run.id)
  const { fromN, toN } = await data.runs.addPage(run.id, { records, cursor: current?.cursor ?? null, at })
  const pending = await data.runs.pendingRecords(run.id, fromN, toN)
  if (pending.length === 0) return 0
  const outputs = outputsOf(action)
  const byId = new Map(ended.records.map((record) => [record.id, record]))
  const outcomes = pending.flatMap(({ n, recordId }) => {
    const record = byId.get(recordId)
    if (record === undefined) return []
    const { state, reason } = record
    const group = state === 'failed' && { group: groupOf(reason, { recordId, label: record.label }) }
    const outcome = { state, imageId: null, reason, writtenBack: false }
    const named = outputs.length > 1 && { outputs: outputs.map((output) => ({ name: shownName(output), ...outcome })) }
    return [{ n, recordId, fingerprint: null, ...outcome, ...group, ...named }]
  })
  await data.runs.finishRecords(run.id, outcomes, at)
  const images = outcomes.map((outcome) => ({ ...outcome, output: null, version }))
  await tellOfRecords(world, data, { run, action, images, fields: new Map(), at })
  return pending.length
}
