import { contract } from '@pictable/client'
import { previewAction } from '#core/action/preview-action.ts'
import { contentTypeOf } from '#core/image/image-url.ts'
import type { RenderedFile } from '#core/ports/renderer.ts'
import { bind } from '#http/endpoint-call.ts'

function presentFile({ format, bytes, widthPx, heightPx }: RenderedFile) {
  const data = `data:${contentTypeOf(format)};base64,${Buffer.from(bytes).toString('base64')}`
  return { format, width: widthPx, height: heightPx, data }
}

export const actionsPreview = bind(contract.actions.preview)(async ({ world, params, body }) => {
  const previews = await previewAction(world, params.id, {
    limit: body?.limit ?? 3,
    recordIds: body?.record_ids ?? null,
  })
  const results = previews.map(({ recordId, label, because, values, error, file }) => ({
    record_id: recordId,
    label,
    because,
    values: { ...values },
    error,
    image: file && presentFile(file),
  }))
  return { status: 200, body: { results } }
})
