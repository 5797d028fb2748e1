import { contract } from '@pictable/client'
import { createAction } from '#core/action/save-action.ts'
import { writeBackOf } from '#http/action-draft.ts'
import { bind } from '#http/endpoint-call.ts'
import { presentAction } from '#http/present/action.ts'

export const actionsCreate = bind(contract.actions.create)(async ({ world, body }) => {
  const { connection_id: connectionId, base_id: baseId, template_id: templateId, write_back, ...others } = body
  const { stop_after_failures: stopAfterFailures, ...draft } = others
  const ids = { connectionId, baseId, templateId }
  const action = await createAction(world, { ...draft, ...ids, stopAfterFailures, ...writeBackOf(write_back) })
  return { status: 201, body: await presentAction(world, action), headers: { location: `/v1/actions/${action.id}` } }
})
