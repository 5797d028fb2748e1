import { AppError } from '#core/errors.ts'
import type { World } from '#core/ports/world.ts'
import { found } from '#core/revision.ts'
import { outcomeOf, type StartedBy } from './run.ts'
import { type Started, startRun } from './start-run.ts'

/**
 * Starts a new run over the records that this one was ended before: those that were cancelled. Where the run ended before
 * the table was read to its end, the rest is not known, and the new run takes what this one was asked for.
 */
export async function runRest(
  world: Pick<World, 'clock' | 'data' | 'newId'>,
  runId: string,
  startedBy: StartedBy | null = null,
): Promise<Started> {
  const run = found(await world.data.runs.get(runId), 'run', runId)
  if (outcomeOf(run) === null)
    throw new AppError('conflict', `The run ${runId} is still active. Wait until it ends, or cancel it.`)
  const { actionId, force, limit, metadata, webhookIds } = run
  const request = { force, metadata, webhookIds, retryOf: runId, startedBy }
  if (run.plannedAt === null) return startRun(world, actionId, { ...request, recordIds: run.recordIds, limit })
  const recordIds = await world.data.runs.recordIds(runId, 'cancelled')
  if (recordIds.length === 0) throw new AppError('conflict', `No record of the run ${runId} was cancelled.`)
  return startRun(world, actionId, { ...request, recordIds, limit: null })
}
