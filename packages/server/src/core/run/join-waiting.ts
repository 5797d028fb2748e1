import { AppError } from '#core/errors.ts'
import type { Data } from '#core/ports/data.ts'
import { mergeTriggers } from './merge-triggers.ts'
import type { BareRun, Run } from './run.ts'

/** Of record ids that wait: until their trigger fires, and in the run behind the active one. */
export const MAX_WAITING_BYTES = 1_000_000
const RETRY_AFTER_MS = 10_000

export const sizeOf = (recordIds: readonly string[] | null): number =>
  new TextEncoder().encode(JSON.stringify(recordIds)).length

export const tooManyWaiting = () =>
  new AppError(
    'rate_limited',
    'Too many records are waiting (1 MB of record ids). Retry after the active run has ended.',
    { retryAfterMs: RETRY_AFTER_MS },
  )

async function waitingBytes(data: Data, runId: string): Promise<number> {
  return (await data.runs.calls.waiting(runId))?.bytes ?? 0
}

/** Whether the waiting run of an action names as many records as may wait. */
export async function isWaitingFull(data: Data, actionId: string): Promise<boolean> {
  const { waiting } = await data.runs.findOpen(actionId)
  return waiting !== null && !waiting.isWhole && (await waitingBytes(data, waiting.id)) > MAX_WAITING_BYTES
}

async function addRecords(data: Data, runId: string, { recordIds, createdAt, isBounded }: Joining): Promise<void> {
  const bytes = (await waitingBytes(data, runId)) + sizeOf(recordIds)
  if (isBounded && bytes > MAX_WAITING_BYTES) throw tooManyWaiting()
  await data.runs.calls.add(runId, { recordIds, at: createdAt, waitingBytes: bytes })
}

/** The run that would wait by itself. */
export type Joining = Run & {
  /** Whether it is refused when more than MAX_WAITING_BYTES would wait. */
  isBounded: boolean
}

/**
 * Joins the run that waits behind the active one, or becomes it. The action is locked.
 * @returns the waiting run
 * @throws AppError `rate_limited`
 */
export async function joinWaiting(data: Data, waiting: BareRun | null, joining: Joining): Promise<Pick<Run, 'id'>> {
  const { isBounded: _, ...next } = joining
  const isWhole = next.recordIds === null || waiting?.isWhole === true
  if (waiting === null) await data.runs.insert({ ...next, recordIds: isWhole ? null : [] })
  else {
    const webhookIds = [...new Set([...waiting.webhookIds, ...next.webhookIds])]
    const becomesWhole = isWhole && !waiting.isWhole
    await data.runs.update(waiting.id, {
      ...mergeTriggers(waiting, next),
      ...(becomesWhole && { recordIds: null }),
      webhookIds,
      startedBy: next.startedBy,
    })
  }
  const { id } = waiting ?? next
  if (!isWhole) await addRecords(data, id, joining)
  return { id }
}
