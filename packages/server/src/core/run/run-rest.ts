import { AppError } from '#core/errors.ts'
import { found } from '#core/revision.ts'
import { type CheckWorld, requireWritable } from './check-write-back.ts'
import type { RepeatOptions } from './retry-failed.ts'
import { outcomeOf } from './run.ts'
import { type Started, startRun } from './start-run.ts'

/**
 * Starts a new run over the records that this one was ended before: those that were cancelled. Where the run ended before
 * the table was read to its end, the rest is not known, and the new run takes what this one was asked for.
 * @throws AppError `conflict`, `write_back_impossible`
 */
export async function runRest(
  world: CheckWorld,
  runId: string,
  { startedBy, signal }: RepeatOptions = {},
): Promise<Started> {
  const run = found(await world.data.runs.get(runId), 'run', runId)
  if (outcomeOf(run) === null)
    throw new AppError('conflict', `The run ${runId} is still active. Wait until it ends, or cancel it.`)
  const { actionId, force, limit, metadata, webhookIds } = run
  const rest =
    run.plannedAt === null
      ? { recordIds: run.recordIds, limit }
      : { recordIds: await world.data.runs.recordIds(runId, 'cancelled'), limit: null }
  if (rest.recordIds?.length === 0) throw new AppError('conflict', `No record of the run ${runId} was cancelled.`)
  const isWriteChecked = await requireWritable(world, actionId, signal)
  const request = { force, metadata, webhookIds, isWriteChecked, retryOf: runId, startedBy: startedBy ?? null }
  return startRun(world, actionId, { ...request, ...rest })
}
