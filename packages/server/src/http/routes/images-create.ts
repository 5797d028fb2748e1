import { contract } from '@pictable/client'
import { renderImage } from '#core/image/render-image.ts'
import { checkReceiverUrl } from '#core/webhook/save-webhook.ts'
import { bind } from '#http/endpoint-call.ts'
import { presentImage } from '#http/present/image.ts'

export const imagesCreate = bind(contract.images.create)(async ({ world, body }) => {
  const {
    template_id: templateId,
    version,
    values,
    modifications,
    metadata = null,
    webhook_url: webhookUrl,
    ...output
  } = body
  if (webhookUrl !== undefined) checkReceiverUrl(world, webhookUrl, 'webhook_url')
  const request = { templateId, values, modifications, metadata, output, webhookUrl }
  const image = await renderImage(world, version === undefined ? request : { ...request, version })
  return { status: 201, body: presentImage(image, world.publicUrl), headers: { location: `/v1/images/${image.id}` } }
})
