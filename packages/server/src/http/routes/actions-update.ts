import { contract } from '@pictable/client'
import { updateAction } from '#core/action/save-action.ts'
import { actionChangeOf } from '#http/action-draft.ts'
import { bind } from '#http/endpoint-call.ts'
import { presentAction } from '#http/present/action.ts'

export const actionsUpdate = bind(contract.actions.update)(async ({ world, params, body, revision }) => {
  const action = await updateAction(world, params.id, actionChangeOf(body), revision)
  return { status: 200, body: await presentAction(world, action) }
})
