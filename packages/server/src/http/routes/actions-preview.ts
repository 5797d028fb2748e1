import { contract } from '@pictable/client'
import { previewAction } from '#core/action/preview-action.ts'
import { actionChangeOf } from '#http/action-draft.ts'
import { requireAsSaved } from '#http/caller.ts'
import { bind } from '#http/endpoint-call.ts'
import { presentDrawn } from '#http/present/drawn.ts'

export const actionsPreview = bind(contract.actions.preview)(async ({ world, caller, params, body, signal }) => {
  const { limit = 3, record_ids: recordIds = null, draw: isDrawn = true, template, ...change } = body ?? {}
  requireAsSaved(caller, template === undefined ? change : { ...change, template })
  const previews = await previewAction(world, params.id, {
    ...{ limit, recordIds, template, isDrawn },
    change: actionChangeOf(change),
    signal,
  })
  const results = previews.map(({ recordId, label, because, values, error, file }) => ({
    record_id: recordId,
    label,
    because,
    values: { ...values },
    error,
    image: file && presentDrawn(file),
  }))
  return { status: 200, body: { results } }
})
