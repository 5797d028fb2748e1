import { contract } from '@pictable/client'
import { createBatch, prepareBatch } from '#core/batch/create-batch.ts'
import { found } from '#core/revision.ts'
import { imageIdOf } from '#core/run/image-id.ts'
import { batchAccepted } from '#http/answers/batch-accepted.ts'
import { handlers } from '#http/endpoint/handlers.ts'
import { imageRequestOf } from '#http/input/image-request.ts'
import { presentBatch, presentItem, presentListedBatch } from '#http/present/image-batch.ts'

export const imageBatches = handlers(contract.imageBatches)({
  list: async ({ world, query }) => {
    const { results, next } = await world.data.batches.list(query)
    return { status: 200, body: { results: results.map(presentListedBatch), next } }
  },
  create: async ({ world, body }) =>
    batchAccepted(await createBatch(world, await prepareBatch(world, body.items.map(imageRequestOf)))),
  get: async ({ world, params, query: { limit, after } }) => {
    const { data, digest, publicUrl } = world
    const batch = found(await data.batches.get(params.id), 'batch', params.id)
    const { results, next } = await data.batches.items(batch.id, { limit, ...(after !== undefined && { after }) })
    const ids = results.map(({ n }) => imageIdOf(digest, batch.id, { n }))
    const images = await data.images.getFiles(ids)
    const items = results.map((item, index) => {
      const id = ids[index] ?? ''
      return presentItem(item, { id, image: images.get(id) }, publicUrl)
    })
    return { status: 200, body: { ...presentBatch(batch), results: items, next } }
  },
  cancel: async ({ world, params }) => {
    found(await world.data.batches.get(params.id), 'batch', params.id)
    await world.data.batches.cancel(params.id, world.clock.now())
    return { status: 200, body: presentBatch(found(await world.data.batches.get(params.id), 'batch', params.id)) }
  },
})
