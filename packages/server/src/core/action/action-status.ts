import type { Status } from '@pictable/model/run'
import type { World } from '#core/ports/world.ts'
import { found } from '#core/revision.ts'
import { statusOf } from '#core/run/run.ts'
import type { Action } from './action.ts'

/** The action and what its active run is at, in one read. @throws AppError `not_found` */
export async function actionStatus(
  world: Pick<World, 'data'>,
  actionId: string,
): Promise<{ action: Action; status: Status; runId: string | null }> {
  const { action, activeRun } = found(await world.data.actions.getWithActiveRun(actionId), 'action', actionId)
  return { action, status: statusOf(activeRun), runId: activeRun?.id ?? null }
}
