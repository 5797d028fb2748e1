import { batchStates } from '@pictable/model/batch'
import { z } from 'zod'
import { time } from './primitives.ts'

export const batchFields = {
  id: z.string(),
  state: z.enum(batchStates).meta({
    description:
      '`active` until all items have ended; then `cancelled` if items were cancelled, otherwise `completed`, even if items failed',
  }),
  total: z.int().meta({ description: 'Always `rendered + failed + cancelled + pending`' }),
  rendered: z.int(),
  failed: z.int(),
  cancelled: z.int(),
  pending: z.int(),
  webhook_ids: z.array(z.string()).meta({ description: 'Receivers that `webhook_url` named for this batch only' }),
  created_at: time,
  finished_at: time.nullable(),
}

/** As a list shows it: when it ended is read with its items. */
export const listedBatch = z
  .strictObject({
    ...batchFields,
    preview_urls: z.array(z.string()).meta({ description: 'Small copies of the images of its first four items' }),
  })
  .omit({ finished_at: true })
  .meta({ id: 'ImageBatchListed' })

/** Images that are rendered after the response. */
export const imageBatch = z.strictObject(batchFields).meta({ id: 'ImageBatch' })
