import { contract } from '@pictable/client'
import { stopTriggers } from '#core/trigger/save-trigger.ts'
import { bind } from '#http/endpoint-call.ts'
import { gone } from '#http/gone.ts'
import { triggerSignal } from '#http/trigger-signal.ts'

export const actionsDelete = bind(contract.actions.delete)(async ({ world, params }) => {
  await stopTriggers(world, params.id, triggerSignal())
  return gone(await world.data.actions.delete(params.id), 'action', params.id)
})
