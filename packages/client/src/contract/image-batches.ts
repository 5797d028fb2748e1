import { batchItemStates } from '@pictable/model/batch'
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { batchFields, imageBatch, listedBatch } from './image-batch.ts'
import { image, imageCreate } from './images.ts'
import { failure, idParams, listOf, pageQuery, webhookUrl } from './primitives.ts'

/** Of one batch. */
export const MAX_BATCH_ITEMS = 1000

/** The image without its inputs. */
const made = image
  .pick({
    id: true,
    url: true,
    width: true,
    height: true,
    format: true,
    bytes: true,
    urls: true,
    files: true,
    thumbnail: true,
    preview: true,
    template_id: true,
    template_version: true,
    created_at: true,
  })
  .meta({ id: 'ImageBatchImage' })

const item = z
  .strictObject({
    index: z.int().meta({ description: 'Place in `items` of the request, from 0' }),
    state: z.enum(batchItemStates),
    image_id: z.string().meta({ description: 'Id of the image, fixed before it is rendered' }),
    image: made.nullable().meta({
      description:
        'null before it is rendered and after it is deleted. `GET /v1/images/:id` also has its inputs and its report',
    }),
    error: failure.nullable(),
    finished_at: batchFields.finished_at,
  })
  .meta({ id: 'ImageBatchItem' })

export const imageBatches = {
  list: endpoint({
    name: 'image-batches-list',
    method: 'GET',
    path: '/v1/images/batch',
    summary: 'List batches',
    description: 'Newest first, also those of one image (`Prefer: respond-async`).',
    scope: 'read',
    query: z.strictObject(pageQuery),
    answers: { 200: listOf(listedBatch) },
    errors: [],
  }),
  create: endpoint({
    name: 'image-batches-create',
    method: 'POST',
    path: '/v1/images/batch',
    summary: 'Render up to 1,000 images',
    description:
      'Each item is the body of a `POST /v1/images` request. All items are checked first: if one is invalid, nothing is rendered, and the response is a 400 that lists up to 20 errors with their places (`/items/17/values/Price`). An item without a `version` uses the version that is published now. After the response, items are rendered in their order, alongside runs; a failed item does not affect the others. The body can have 10 MiB, each item 1 MiB.',
    scope: 'trigger',
    body: z
      .strictObject({
        items: z.array(imageCreate).min(1).max(MAX_BATCH_ITEMS),
        webhook_url: webhookUrl.meta({
          description:
            'URL that receives the end of this batch (`batch.completed` or `batch.cancelled`), unsigned. The `webhook_url` of an item receives the events of its image',
        }),
      })
      .meta({
        id: 'ImageBatchCreate',
        examples: [{ items: [{ template_id: 'tpl_01jd3v', values: { title: 'Teapot' } }] }],
      }),
    entries: { key: 'items', max: MAX_BATCH_ITEMS, schema: imageCreate },
    answers: { 202: imageBatch },
    headers: { Location: 'The new batch' },
    errors: [],
  }),
  get: endpoint({
    name: 'image-batches-get',
    method: 'GET',
    path: '/v1/images/batch/:id',
    summary: 'Retrieve a batch with the image or error of each item',
    description: 'Items are listed in the order of the request.',
    scope: 'read',
    params: idParams,
    query: z.strictObject({
      ...pageQuery,
      limit: pageQuery.limit.default(100),
      state: z.enum(batchItemStates).exactOptional().meta({ description: 'Only items in this state' }),
    }),
    answers: { 200: z.strictObject({ ...batchFields, ...listOf(item).shape }) },
    errors: ['not_found'],
  }),
  cancel: endpoint({
    name: 'image-batches-cancel',
    method: 'POST',
    path: '/v1/images/batch/:id/cancel',
    summary: 'Cancel the pending items of a batch',
    description: 'Images that were rendered are kept. A batch that has ended stays as it is.',
    scope: 'trigger',
    params: idParams,
    answers: { 200: imageBatch },
    errors: ['not_found'],
  }),
}
