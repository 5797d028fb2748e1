import { contract } from '@pictable/client'
import { found } from '#core/revision.ts'
import { bind } from '#http/endpoint-call.ts'
import { presentAction } from '#http/present/action.ts'

export const actionsGet = bind(contract.actions.get)(async ({ world, params }) => ({
  status: 200,
  body: await presentAction(world, found(await world.data.actions.get(params.id), 'action', params.id)),
}))
