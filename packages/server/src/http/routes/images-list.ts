import { contract } from '@pictable/client'
import { requireAction } from '#http/caller.ts'
import { bind } from '#http/endpoint-call.ts'
import { presentImage } from '#http/present/image.ts'

export const imagesList = bind(contract.images.list)(async ({ world, caller, query }) => {
  const { action_id: actionId, run_id: runId, template_id: templateId, record_id: recordId, ...page } = query
  requireAction(caller, actionId ?? null)
  const { results, next } = await world.data.images.list({
    ...page,
    ...(actionId !== undefined && { actionId }),
    ...(runId !== undefined && { runId }),
    ...(templateId !== undefined && { templateId }),
    ...(recordId !== undefined && { recordId }),
  })
  return { status: 200, body: { results: results.map((image) => presentImage(image, world.publicUrl)), next } }
})
