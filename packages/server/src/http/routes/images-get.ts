import { contract } from '@pictable/client'
import { found } from '#core/revision.ts'
import { requireAction } from '#http/caller.ts'
import { bind } from '#http/endpoint-call.ts'
import { presentImage } from '#http/present/image.ts'

export const imagesGet = bind(contract.images.get)(async ({ world, caller, params }) => {
  const image = found(await world.data.images.get(params.id), 'image', params.id)
  requireAction(caller, image.actionId)
  return { status: 200, body: presentImage(image, world.publicUrl) }
})
