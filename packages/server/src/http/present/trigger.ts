import type { CallAnswer, Contract } from '@pictable/client'
import { allows } from '@pictable/model/access'
import type { World } from '#core/ports/world.ts'
import type { Trigger } from '#core/trigger/trigger.ts'
import { hookUrlOf } from '#core/trigger/trigger-call.ts'
import type { Caller } from '#http/caller/caller.ts'
import { presentFailure } from '#http/present/failure.ts'

type TriggerJson = CallAnswer<Contract['triggers']['get']>

/** Its address is for those who may write: it fires the trigger. */
export function presentTrigger(
  world: Pick<World, 'publicUrl' | 'secrets' | 'triggers'>,
  trigger: Trigger,
  caller: Caller,
): TriggerJson {
  const { showsHook } = world.triggers.kind(trigger.kind)
  const isShown = showsHook && allows(caller.scopes, 'write')
  return {
    id: trigger.id,
    action_id: trigger.actionId,
    kind: trigger.kind,
    settings: { ...trigger.settings },
    active: trigger.active,
    hook_url: isShown ? hookUrlOf(world, trigger) : null,
    note: trigger.note,
    next_at: (trigger.fireAt ?? trigger.nextAt)?.toISOString() ?? null,
    last_fired_at: trigger.lastFiredAt?.toISOString() ?? null,
    last_run_id: trigger.lastRunId,
    error: presentFailure(trigger.error),
    revision: trigger.revision,
    created_at: trigger.createdAt.toISOString(),
    updated_at: trigger.updatedAt.toISOString(),
  }
}
