import { contract } from '@pictable/client'
import { updateAction } from '#core/action/save-action.ts'
import { restartTriggers } from '#core/trigger/save-trigger.ts'
import { writeBackOf } from '#http/action-draft.ts'
import { bind } from '#http/endpoint-call.ts'
import { presentAction } from '#http/present/action.ts'
import { triggerSignal } from '#http/trigger-signal.ts'

export const actionsUpdate = bind(contract.actions.update)(async ({ world, params, body, revision }) => {
  const { connection_id: connectionId, base_id: baseId, template_id: templateId, write_back, ...draft } = body
  const change = {
    ...draft,
    ...(connectionId !== undefined && { connectionId }),
    ...(baseId !== undefined && { baseId }),
    ...(templateId !== undefined && { templateId }),
    ...writeBackOf(write_back),
  }
  const action = await updateAction(world, params.id, change, revision)
  await restartTriggers(world, params.id, triggerSignal())
  return { status: 200, body: await presentAction(world, action) }
})
