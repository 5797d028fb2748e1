import type { World } from '#core/ports/world.ts'
import { found } from '#core/revision.ts'
import type { Run } from '#core/run/run.ts'
import { type Caller, requireAction } from '#http/caller/caller.ts'

/** The run, if there is one and the caller's key reaches its action. @throws AppError `not_found`, `forbidden` */
export async function reachableRun(world: Pick<World, 'data'>, caller: Caller, id: string): Promise<Run> {
  const run = found(await world.data.runs.get(id), 'run', id)
  requireAction(caller, run.actionId)
  return run
}
