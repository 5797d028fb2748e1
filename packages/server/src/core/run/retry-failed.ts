import { AppError } from '#core/errors.ts'
import type { World } from '#core/ports/world.ts'
import { found } from '#core/revision.ts'
import type { StartedBy } from './run.ts'
import { type Started, startRun } from './start-run.ts'

/** Starts a new run over the records that failed in this one. */
export async function retryFailed(
  world: Pick<World, 'clock' | 'data' | 'newId'>,
  runId: string,
  startedBy: StartedBy | null = null,
): Promise<Started> {
  const { actionId, force, metadata, webhookIds } = found(await world.data.runs.getBare(runId), 'run', runId)
  const recordIds = await world.data.runs.recordIds(runId, 'failed')
  if (recordIds.length === 0) throw new AppError('conflict', `No record of the run ${runId} has failed.`)
  const request = { recordIds, force, limit: null, metadata, webhookIds }
  return startRun(world, actionId, { ...request, retryOf: runId, startedBy })
}
