import type { World } from '#core/ports/world.ts'
import { found } from '#core/revision.ts'
import type { Action } from './action.ts'
import { type ActionChange, changedDraft, draftOf } from './action-draft.ts'
import type { PublicAddress } from './attachment-way.ts'
import { resolveDraft } from './resolve-draft.ts'

export type AsIfWorld = Pick<World, 'clock' | 'data' | 'newId' | 'secrets' | 'sources'> & PublicAddress

/**
 * The action as it would be with the change; nothing is saved.
 * @throws AppError `not_found`, or `invalid_request` that points at everything wrong with the change
 */
export async function actionAsIf(world: AsIfWorld, actionId: string, change: ActionChange): Promise<Action> {
  const action = found(await world.data.actions.get(actionId), 'action', actionId)
  if (Object.values(change).every((part) => part === undefined)) return action
  return { ...action, ...(await resolveDraft(world, changedDraft(draftOf(action), change), action)) }
}
