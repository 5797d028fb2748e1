import type { Action } from '#core/action/action.ts'
import { pinAction } from '#core/output/pin-action.ts'
import type { World } from '#core/ports/world.ts'
import { found } from '#core/revision.ts'
import { nameReceiver } from '#core/webhook/name-receiver.ts'
import { joinWaiting } from './join-waiting.ts'
import { newRun, type Run, type StartedBy, type Trigger } from './run.ts'

export interface Started {
  action: Action
  /** The run that will serve this trigger. */
  run: Pick<Run, 'id'>
}

/** A trigger, and who is told of what comes of it. */
export interface TriggerRequest extends Trigger {
  retryOf?: string
  startedBy?: StartedBy | null
  /** Has been checked. */
  webhookUrl?: string | undefined
  webhookIds?: readonly string[]
  /** Whether the table has just been asked if results can be written into it. */
  isWriteChecked?: boolean
  /** Whether it is refused when more than 1 MB of record ids would wait. Default: it joins them. */
  isBounded?: boolean
}

/**
 * Triggers the action: starts a run, or lets it wait behind the active one. Never two at once, and no trigger is lost.
 * @throws AppError `rate_limited` for one that is bounded
 */
export async function startRun(
  world: Pick<World, 'clock' | 'data' | 'newId'>,
  actionId: string,
  trigger: TriggerRequest,
): Promise<Started> {
  const { recordIds, force, limit, metadata, retryOf = null, startedBy = null, webhookUrl } = trigger
  const { isBounded = false, isWriteChecked = false } = trigger
  return world.data.transaction(async (data) => {
    await data.actions.lock(actionId)
    const action = found(await data.actions.get(actionId), 'action', actionId)
    const pinned = await pinAction(data, action)
    const { active, waiting } = await data.runs.findOpen(actionId)
    const named = webhookUrl === undefined ? [] : [await nameReceiver(world, data, webhookUrl)]
    const webhookIds = [...new Set([...(trigger.webhookIds ?? []), ...named])]
    const request = { recordIds, force, limit, metadata, webhookIds, retryOf, startedBy }
    const asked = { id: world.newId('run'), actionId, ...request, createdAt: world.clock.now() }
    if (active !== null) {
      const next = newRun(asked, { state: 'waiting' })
      return { action, run: await joinWaiting(data, waiting, { ...next, isBounded }) }
    }
    const run = newRun(asked, { state: 'active', ...pinned })
    await data.runs.insert(run)
    await data.queue.send('plan-run', [{ runId: run.id, ...(isWriteChecked && { isWriteChecked }) }])
    return { action, run }
  })
}
