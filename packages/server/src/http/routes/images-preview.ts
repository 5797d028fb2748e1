import { contract } from '@pictable/client'
import { contentTypeOf, imageKey } from '#core/image/image-url.ts'
import { createPreviewImage } from '#core/image/preview-image.ts'
import { found } from '#core/revision.ts'
import { requireAction } from '#http/caller.ts'
import { bind } from '#http/endpoint-call.ts'

/** The permanent URL of the preview is in the image from then on. */
export const imagesPreview = () => {
  const previewImage = createPreviewImage()
  return bind(contract.images.preview)(async ({ world, caller, params }) => {
    const image = found(await world.data.images.get(params.id), 'image', params.id)
    requireAction(caller, image.actionId)
    const preview = await previewImage(world, image)
    const bytes = found(await world.storage.get(imageKey(preview)), 'preview of the image', params.id)
    const headers = { etag: `"${preview.hash}"` }
    return { status: 200, body: bytes, contentType: contentTypeOf(preview.format), headers }
  })
}
