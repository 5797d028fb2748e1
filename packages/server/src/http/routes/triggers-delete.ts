import { contract } from '@pictable/client'
import { deleteTrigger } from '#core/trigger/save-trigger.ts'
import { bind } from '#http/endpoint-call.ts'
import { gone } from '#http/gone.ts'
import { triggerSignal } from '#http/trigger-signal.ts'

export const triggersDelete = bind(contract.triggers.delete)(async ({ world, params }) =>
  gone(await deleteTrigger(world, params.id, triggerSignal()), 'trigger', params.id),
)
