import { contract } from '@pictable/client'
import { createAction } from '#core/action/save-action.ts'
import { writeBackOf } from '#http/action-draft.ts'
import { bind } from '#http/endpoint-call.ts'
import { presentAction } from '#http/present/action.ts'

export const actionsCreate = bind(contract.actions.create)(async ({ world, body }) => {
  const { connection_id: connectionId, base_id: baseId, template_id: templateId, write_back, ...draft } = body
  const action = await createAction(world, { ...draft, connectionId, baseId, templateId, ...writeBackOf(write_back) })
  return { status: 201, body: await presentAction(world, action), headers: { location: `/v1/actions/${action.id}` } }
})
