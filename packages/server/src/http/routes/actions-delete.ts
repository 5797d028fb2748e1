import { contract } from '@pictable/client'
import { bind } from '#http/endpoint-call.ts'
import { gone } from '#http/gone.ts'

export const actionsDelete = bind(contract.actions.delete)(async ({ world, params }) =>
  gone(await world.data.actions.delete(params.id), 'action', params.id),
)
