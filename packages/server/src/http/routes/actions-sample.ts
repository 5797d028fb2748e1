import { contract } from '@pictable/client'
import { sampleAction } from '#core/action/sample-action.ts'
import { actionChangeOf } from '#http/action-draft.ts'
import { bind } from '#http/endpoint-call.ts'

export const actionsSample = bind(contract.actions.sample)(async ({ world, params, body, signal }) => {
  const { limit = 20, ...change } = body ?? {}
  const { records, matching, lookedAt, isWhole } = await sampleAction(world, params.id, {
    limit,
    change: actionChangeOf(change),
    signal,
  })
  const results = records.map(({ id, label, fields }) => ({ record_id: id, label, fields: { ...fields } }))
  return { status: 200, body: { results, matching, looked_at: lookedAt, complete: isWhole } }
})
