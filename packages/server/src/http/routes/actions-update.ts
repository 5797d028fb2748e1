import { contract } from '@pictable/client'
import { updateAction } from '#core/action/save-action.ts'
import { restartTriggers } from '#core/trigger/save-trigger.ts'
import { actionChangeOf } from '#http/action-draft.ts'
import { bind } from '#http/endpoint-call.ts'
import { presentAction } from '#http/present/action.ts'
import { triggerSignal } from '#http/trigger-signal.ts'

export const actionsUpdate = bind(contract.actions.update)(async ({ world, params, body, revision }) => {
  const action = await updateAction(world, params.id, actionChangeOf(body), revision)
  await restartTriggers(world, params.id, triggerSignal())
  return { status: 200, body: await presentAction(world, action) }
})
