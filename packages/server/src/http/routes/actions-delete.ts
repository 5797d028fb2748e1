import { contract } from '@pictable/client'
import { deleteAction } from '#core/action/delete-action.ts'
import { bind } from '#http/endpoint-call.ts'
import { gone } from '#http/gone.ts'
import { triggerSignal } from '#http/trigger-signal.ts'

export const actionsDelete = bind(contract.actions.delete)(async ({ world, params }) =>
  gone(await deleteAction(world, params.id, triggerSignal()), 'action', params.id),
)
