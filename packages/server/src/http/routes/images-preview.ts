import { contract } from '@pictable/client'
import { imageUrl } from '#core/image/image-url.ts'
import { createPreviewImage } from '#core/image/preview-image.ts'
import { found } from '#core/revision.ts'
import { requireAction } from '#http/caller.ts'
import { bind } from '#http/endpoint-call.ts'

/** The preview itself is at a permanent address, which browsers keep. */
export const imagesPreview = () => {
  const previewImage = createPreviewImage()
  return bind(contract.images.preview)(async ({ world, caller, params }) => {
    const image = found(await world.data.images.get(params.id), 'image', params.id)
    requireAction(caller, image.actionId)
    const preview = await previewImage(world, image)
    return { status: 302, body: null, headers: { location: imageUrl(world.publicUrl, image.id, preview) } }
  })
}
