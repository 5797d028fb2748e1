import { contract } from '@pictable/client'
import { bind } from '#http/endpoint-call.ts'
import { imageFilterOf } from '#http/image-filter.ts'

export const imagesCount = bind(contract.images.count)(async ({ world, caller, query }) => ({
  status: 200,
  body: await world.data.images.count(imageFilterOf(caller, query)),
}))
