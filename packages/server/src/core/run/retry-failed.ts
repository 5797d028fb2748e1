import { AppError } from '#core/errors.ts'
import { found } from '#core/revision.ts'
import { type CheckWorld, requireWritable } from './check-write-back.ts'
import type { StartedBy } from './run.ts'
import { type Started, startRun } from './start-run.ts'

/** Who starts a run over records of an earlier one; the signal ends the wait for the table. */
export interface RepeatOptions {
  startedBy?: StartedBy
  signal?: AbortSignal
}

/** Starts a new run over the records that failed in this one. @throws AppError `conflict`, `write_back_impossible` */
export async function retryFailed(
  world: CheckWorld,
  runId: string,
  { startedBy, signal }: RepeatOptions = {},
): Promise<Started> {
  const { actionId, force, metadata, webhookIds } = found(await world.data.runs.getBare(runId), 'run', runId)
  const recordIds = await world.data.runs.recordIds(runId, 'failed')
  if (recordIds.length === 0) throw new AppError('conflict', `No record of the run ${runId} has failed.`)
  const isWriteChecked = await requireWritable(world, actionId, signal)
  const request = { recordIds, force, limit: null, metadata, webhookIds, isWriteChecked }
  return startRun(world, actionId, { ...request, retryOf: runId, startedBy: startedBy ?? null })
}
