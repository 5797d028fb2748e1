import { contract } from '@pictable/client'
import type { ListedBatch } from '#core/batch/batch.ts'
import { createBatch, prepareBatch } from '#core/batch/create-batch.ts'
import { cancelBatch } from '#core/batch/end-batch.ts'
import { found } from '#core/revision.ts'
import { imageIdOf } from '#core/run/image-id.ts'
import { batchAccepted } from '#http/answers/batch-accepted.ts'
import { handlers } from '#http/endpoint/handlers.ts'
import { imageRequestOf } from '#http/input/image-request.ts'
import { presentBatch, presentItem, presentListedBatch } from '#http/present/image-batch.ts'

/** Of one batch in a list: a glance at what it is. */
const SHOWN_IMAGES = 4

export const imageBatches = handlers(contract.imageBatches)({
  list: async ({ world, query }) => {
    const { data, digest, publicUrl } = world
    const { results, next } = await data.batches.list(query)
    const idsOf = ({ id, total }: ListedBatch) =>
      Array.from({ length: Math.min(total, SHOWN_IMAGES) }, (_, n) => imageIdOf(digest, id, { n }))
    const images = await data.images.getFiles(results.flatMap(idsOf))
    const listed = results.map((batch) => {
      const shown = idsOf(batch).flatMap((id) => images.get(id) ?? [])
      return presentListedBatch(batch, shown, publicUrl)
    })
    return { status: 200, body: { results: listed, next } }
  },
  create: async ({ world, body }) => {
    const prepared = await prepareBatch(world, body.items.map(imageRequestOf))
    return batchAccepted(await createBatch(world, prepared, body.webhook_url))
  },
  get: async ({ world, params, query: { after, ...query } }) => {
    const { data, digest, publicUrl } = world
    const batch = found(await data.batches.get(params.id), 'batch', params.id)
    const { results, next } = await data.batches.items(batch.id, { ...query, ...(after !== undefined && { after }) })
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
    await cancelBatch(world, params.id)
    return { status: 200, body: presentBatch(found(await world.data.batches.get(params.id), 'batch', params.id)) }
  },
})
