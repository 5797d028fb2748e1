import { type EventName, eventNames } from '@pictable/model/webhook'
import { z } from 'zod'
import { failure, jsonObject, time } from './primitives.ts'

export const eventName = z.enum(eventNames)

const about = {
  id: z.string().meta({ description: 'Id of the event; the same for every receiver', examples: ['evt_01jd3v'] }),
  created_at: time,
  test: z.literal(true).exactOptional().meta({ description: 'Only in test events' }),
  action: z
    .strictObject({ id: z.string(), title: z.string() })
    .nullable()
    .meta({ description: 'null for an image without an action' }),
  run_id: z.string().nullable(),
}

const picture = {
  record_id: z.string().nullable(),
  output: z
    .string()
    .nullable()
    .meta({ description: 'Name of the output; null without an action, or if its only output has no name' }),
  image: z
    .strictObject({
      id: z.string(),
      url: z.string(),
      urls: z.record(z.string(), z.string()).meta({ description: 'URLs by format' }),
      width: z.int(),
      height: z.int(),
      format: z.string(),
      bytes: z.int(),
    })
    .nullable(),
  template: z.strictObject({ id: z.string().nullable(), version: z.int().nullable() }),
  modifications: z
    .array(z.looseObject({ name: z.string() }))
    .meta({ description: 'Values of the image: each a name with `text`, `src` or `value`' }),
}

const flat = {
  image_url: z.string().nullable().meta({ description: 'The PNG URL, if there is one' }),
  image_url_jpg: z.string().nullable(),
}

const metadata = jsonObject.nullable().meta({ description: 'Metadata of the trigger, or of the request for the image' })
const userDefined = jsonObject.exactOptional().meta({ description: 'As configured; absent if not configured' })

const counts = z.strictObject({
  total: z.int(),
  rendered: z.int(),
  skipped: z.int(),
  failed: z.int(),
  cancelled: z.int(),
  pending: z.int(),
  written_back: z.int(),
})

const batchCounts = counts.omit({ skipped: true, written_back: true })

const completed = z.literal('completed')
const failed = z.literal('failed')
const event = <Name extends EventName>(name: Name) => z.literal(name)
const runParts = { ...about, counts, metadata, user_defined: userDefined }
const batchParts = {
  ...about,
  batch_id: z.string(),
  counts: batchCounts,
  metadata: metadata.meta({ description: 'null: each item has its own' }),
  user_defined: userDefined,
}
const imageParts = { ...about, ...picture, metadata, ...flat, user_defined: userDefined }

/** The body of each event, as receivers get it. */
export const webhookEvents = {
  'image.created': z
    .strictObject({ ...imageParts, event: event('image.created'), status: completed })
    .meta({ id: 'ImageCreatedEvent', description: 'An image was rendered' }),
  'image.failed': z
    .strictObject({ ...imageParts, event: event('image.failed'), error: failure, status: failed })
    .meta({ id: 'ImageFailedEvent', description: 'A record or image failed' }),
  'run.started': z
    .strictObject({ ...runParts, event: event('run.started') })
    .meta({ id: 'RunStartedEvent', description: 'The first records of a run were read' }),
  'run.completed': z
    .strictObject({ ...runParts, event: event('run.completed'), status: completed })
    .meta({ id: 'RunCompletedEvent', description: 'A run has processed its records' }),
  'run.failed': z.strictObject({ ...runParts, event: event('run.failed'), error: failure, status: failed }).meta({
    id: 'RunFailedEvent',
    description: 'A run ended early; `error.code` is `cancelled` if it was cancelled',
  }),
  'batch.completed': z.strictObject({ ...batchParts, event: event('batch.completed'), status: completed }).meta({
    id: 'BatchCompletedEvent',
    description: 'Each item of a batch was rendered or has failed',
  }),
  'batch.cancelled': z
    .strictObject({ ...batchParts, event: event('batch.cancelled'), status: z.literal('cancelled') })
    .meta({ id: 'BatchCancelledEvent', description: 'The pending items of a batch were cancelled' }),
}

/** Headers of every delivery and what they mean. */
export const deliveryHeaders: Readonly<Record<string, string>> = {
  'X-Service-Event': 'The name of the event',
  'X-Service-Attempt': 'Number of this attempt, from 1',
  'X-Service-Signature':
    '`t=<unix seconds>,v1=<hex>`: HMAC-SHA256 of `t.body` with the secret. Only if the webhook has a secret; one `v1` per active secret',
  'webhook-id': 'The same on every attempt and replay: use it to detect duplicates',
  'webhook-timestamp': 'Time of this attempt in Unix seconds',
  'webhook-signature': 'As defined by Standard Webhooks 1.0. Only if the webhook has a secret',
}
