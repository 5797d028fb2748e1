import { AppError } from '#core/errors.ts'
import { found } from '#core/revision.ts'
import { type EndWorld, endRun } from './end-run.ts'
import type { Run } from './run.ts'

/** Cancels an active or a waiting run. Cancelling the active one lets the waiting one start. */
export async function cancelRun(world: EndWorld, runId: string): Promise<Run> {
  await endRun(world, runId, (run) => {
    if (run.state === 'active' || run.state === 'waiting') return { state: 'cancelled' }
    throw new AppError('conflict', `The run ${runId} has already ended (${run.state}).`)
  })
  return found(await world.data.runs.get(runId), 'run', runId)
}
