import { contract } from '@pictable/client'
import { bind } from '#http/endpoint-call.ts'
import { imageFilterOf } from '#http/image-filter.ts'
import { presentImage } from '#http/present/image.ts'

export const imagesList = bind(contract.images.list)(async ({ world, caller, query }) => {
  const { limit, after } = query
  const filter = imageFilterOf(caller, query)
  const { results, next } = await world.data.images.list({ ...filter, limit, ...(after !== undefined && { after }) })
  return { status: 200, body: { results: results.map((image) => presentImage(image, world.publicUrl)), next } }
})
