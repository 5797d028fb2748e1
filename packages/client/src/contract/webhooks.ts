import { deliveryStates, eventNames, MAX_RECIPIENTS, pauseReasons, webhookFormats } from '@pictable/model/webhook'
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { failure, idParams, idText, jsonObject, listOf, moment, pageQuery, time } from './primitives.ts'
import { eventName } from './webhook-events.ts'

const pause = z
  .strictObject({
    reason: z.enum(pauseReasons),
    message: z.string(),
    at: time,
  })
  .meta({ id: 'WebhookPause' })

const facts = {
  id: z.string(),
  name: z.string().nullable().meta({ description: 'null for a receiver that a request named with `webhook_url`' }),
  format: z.enum(webhookFormats).meta({ description: 'What is sent; it cannot be changed' }),
  url: z.string().meta({
    description:
      'Of email `mailto:` and the recipients. Without the scope `write`: the origin, `/***` and the last four characters',
  }),
  recipients: z.array(z.string()).nullable().meta({ description: 'Who gets the email; null for other formats' }),
  headers: z.record(z.string(), z.string()).meta({ description: 'Values as `***` and their last four characters' }),
  user_defined: jsonObject
    .nullable()
    .meta({ description: 'Secrets as `{"$secret": "***…"}` with their last four characters' }),
  events: z.array(eventName).nullable().meta({ description: 'Events to send; null for all' }),
  only_failures: z.boolean().meta({ description: 'Whether only those of the events are sent that report a failure' }),
  actions: z.array(z.string()).nullable().meta({ description: 'Action ids; null for all' }),
  timeout_ms: z.int(),
  active: z.boolean(),
  pause: pause.nullable().meta({ description: 'Reason why the webhook is paused' }),
  failing_since: time.nullable(),
  failed_attempts: z.int().meta({ description: 'Failed attempts since the last success' }),
  older_secrets: z
    .array(z.strictObject({ secret: z.string(), expires_at: time }))
    .meta({ description: 'Old secrets that also sign until they expire' }),
  revision: z.int(),
  created_at: time,
  updated_at: time,
}

const webhook = z
  .strictObject({ ...facts, secret: z.string().nullable().meta({ description: '`***` and the last four characters' }) })
  .meta({ id: 'Webhook' })

const webhookWithSecret = z
  .strictObject({ ...facts, secret: z.string().nullable().meta({ description: 'The new secret. Shown only once' }) })
  .meta({ id: 'WebhookWithSecret' })

const typedSecret = z
  .string()
  .min(16)
  .max(256)
  .regex(/^(?!\*\*\*)[\x21-\x7e]+$/, 'must be printable ASCII without spaces, and not begin with ***')

const secret = z.union([z.literal('generate'), typedSecret], 'must be "generate", or have at least 16 characters')

/** As a secret is shown: it stays what it was. */
const shownSecret = z.string().regex(/^\*\*\*.{0,4}$/)

const draft = {
  name: z.string().trim().min(1).max(200),
  format: z.enum(webhookFormats).exactOptional().meta({
    description:
      '`standard` (default) sends each event as signed JSON, `slack` a message to a Slack channel, `email` a message to each recipient. Cannot be changed',
  }),
  url: z.string().trim().min(1).max(8192).exactOptional().meta({ description: 'https://… Required, except for email' }),
  recipients: z
    .array(z.email('must be an email address').max(254))
    .min(1)
    .max(MAX_RECIPIENTS)
    .nullable()
    .exactOptional()
    .meta({ description: 'Who gets the email. Required for email; each recipient gets a message of their own' }),
  headers: z.record(z.string(), z.string()).exactOptional().meta({
    description: 'Sent unchanged with every delivery. A value sent as shown (`***…`) keeps its value',
  }),
  user_defined: jsonObject.nullable().exactOptional().meta({
    description:
      'Copied into the body under `user_defined`. Texts can contain placeholders such as `{{record.fields.Name}}`, `{{image.url}}`, `{{timestamp}}`. `{"$secret": "..."}` instead of a value is stored encrypted; the receiver gets the plain text. A secret sent as shown (`***…`) keeps its value',
  }),
  secret: secret.nullable().exactOptional().meta({ description: 'Secret for signatures; null for none' }),
  events: z.array(eventName).min(1).max(eventNames.length).nullable().exactOptional().meta({
    description:
      'Events to send; null for all. Default: all, or for `slack` and `email` run.completed and run.failed. Email is sent for runs and batches only',
  }),
  only_failures: z.boolean().exactOptional().meta({
    description:
      'Send only those of the events that report a failure: `image.failed`, `run.failed`, and the end of a run or batch if a record or item failed. Default: false',
  }),
  actions: z.array(idText).min(1).max(100).nullable().exactOptional().meta({ description: 'Action ids; null for all' }),
  timeout_ms: z
    .int()
    .min(1000)
    .max(30_000)
    .exactOptional()
    .meta({ description: 'Time to wait for a response, in milliseconds. Default: 10000. Email always has 30000' }),
  active: z
    .boolean()
    .exactOptional()
    .meta({ description: 'true resumes a paused webhook and sends the missed deliveries' }),
}

const deliveryState = z.enum(deliveryStates)

const deliveryFacts = {
  id: z.string(),
  webhook_id: z.string(),
  message_id: z.string().meta({ description: 'Value of the header webhook-id' }),
  event_id: z.string(),
  event: eventName,
  action_id: z.string().nullable(),
  run_id: z.string().nullable(),
  record_id: z.string().nullable(),
  recipient: z.string().nullable().meta({ description: 'Of an email' }),
  test: z.boolean(),
  state: deliveryState.meta({
    description: '`failed`: no more attempts; `paused`: waits until its webhook is resumed',
  }),
  attempts: z.int(),
  next_attempt_at: time.nullable(),
  last_status: z.int().nullable(),
  error: failure.nullable().meta({ description: 'Status of the last attempt' }),
  created_at: time,
  finished_at: time.nullable(),
}

export const delivery = z.strictObject(deliveryFacts).meta({ id: 'Delivery' })

const stage = z.number().nullable()

const headers = z.record(z.string(), z.string())

const deliveryWithAttempts = z
  .strictObject({
    ...deliveryFacts,
    body: z.string().nullable().meta({
      description:
        'Body of the delivery (of an email its parts as JSON), with the secrets of `user_defined` masked; null if it was too large',
    }),
    attempt_log: z.array(
      z.strictObject({
        n: z.int(),
        at: time,
        timings_ms: z
          .strictObject({ dns: stage, connect: stage, first_byte: stage, total: z.number() })
          .meta({ description: 'null for a stage that was not needed or not reached' }),
        request_headers: headers.meta({ description: 'Secrets and custom headers masked' }),
        status: z.int().nullable(),
        answer_headers: headers,
        answer_body: z.string().meta({ description: 'The first 64 KiB of the body' }),
        error: failure.nullable(),
        next_attempt_at: time.nullable(),
      }),
    ),
  })
  .meta({ id: 'DeliveryWithAttempts' })

const deliveryFilter = { state: deliveryState.exactOptional(), event: eventName.exactOptional() }

export const webhooks = {
  list: endpoint({
    name: 'webhooks-list',
    method: 'GET',
    path: '/v1/webhooks',
    summary: 'List webhooks, newest first',
    scope: 'read',
    query: z.strictObject(pageQuery),
    answers: { 200: listOf(webhook) },
    errors: [],
  }),
  create: endpoint({
    name: 'webhooks-create',
    method: 'POST',
    path: '/v1/webhooks',
    summary: 'Create a webhook',
    scope: 'write',
    body: z.strictObject(draft).meta({
      id: 'WebhookCreate',
      examples: [
        {
          name: 'Shop',
          url: 'https://shop.example/hooks/pictable',
          headers: { Authorization: 'Bearer <TOKEN>' },
          user_defined: { sku: '{{record.fields.SKU}}' },
          secret: 'generate',
          events: ['image.created', 'run.completed'],
        },
        { name: 'Team', format: 'slack', url: 'https://hooks.slack.com/services/T000/B000/XXXX' },
      ],
    }),
    answers: { 201: webhookWithSecret },
    headers: { Location: 'The new webhook' },
    errors: [],
  }),
  get: endpoint({
    name: 'webhooks-get',
    method: 'GET',
    path: '/v1/webhooks/:id',
    summary: 'Retrieve a webhook',
    scope: 'read',
    params: idParams,
    answers: { 200: webhook },
    errors: ['not_found'],
  }),
  update: endpoint({
    name: 'webhooks-update',
    method: 'PATCH',
    path: '/v1/webhooks/:id',
    summary: 'Update a webhook',
    description:
      'A new secret replaces the old ones immediately; to change it without rejected deliveries, rotate it. Changing the URL requires the values of all headers, the secret and the secrets of `user_defined` again.',
    scope: 'write',
    params: idParams,
    body: z
      .strictObject({ ...draft, secret: z.union([secret, shownSecret]).nullable().exactOptional() })
      .exactPartial()
      .meta({ id: 'WebhookUpdate', examples: [{ active: false }] }),
    answers: { 200: webhookWithSecret },
    errors: ['not_found'],
    ifMatch: true,
  }),
  delete: endpoint({
    name: 'webhooks-delete',
    method: 'DELETE',
    path: '/v1/webhooks/:id',
    summary: 'Delete a webhook and its deliveries',
    scope: 'write',
    params: idParams,
    answers: { 204: null },
    errors: ['not_found'],
  }),
  rotateSecret: endpoint({
    name: 'webhooks-rotate-secret',
    method: 'POST',
    path: '/v1/webhooks/:id/rotate-secret',
    summary: 'Rotate the secret of a webhook',
    description:
      'The old secret also signs during the overlap, so that receivers can switch without rejected deliveries.',
    scope: 'write',
    params: idParams,
    body: z
      .strictObject({
        secret: typedSecret.exactOptional().meta({ description: 'Default: generated' }),
        overlap_hours: z.number().min(0).max(168).default(24),
      })
      .optional()
      .meta({ id: 'SecretRotation', examples: [{ overlap_hours: 24 }] }),
    answers: { 200: webhookWithSecret },
    errors: ['not_found', 'precondition_failed'],
  }),
  pause: endpoint({
    name: 'webhooks-pause',
    method: 'POST',
    path: '/v1/webhooks/:id/pause',
    summary: 'Pause a webhook and store its events',
    scope: 'write',
    params: idParams,
    answers: { 200: webhook },
    errors: ['not_found'],
  }),
  resume: endpoint({
    name: 'webhooks-resume',
    method: 'POST',
    path: '/v1/webhooks/:id/resume',
    summary: 'Resume a paused webhook',
    scope: 'write',
    params: idParams,
    body: z
      .strictObject({
        replay: z
          .boolean()
          .default(true)
          .meta({ description: 'Send the missed deliveries. Otherwise they are discarded' }),
      })
      .optional()
      .meta({ id: 'WebhookResume', examples: [{ replay: true }] }),
    answers: { 200: webhook },
    errors: ['not_found'],
  }),
  test: endpoint({
    name: 'webhooks-test',
    method: 'POST',
    path: '/v1/webhooks/:id/test',
    summary: 'Send a test event on the same path as real events',
    scope: 'write',
    params: idParams,
    body: z
      .strictObject({ event: eventName.exactOptional() })
      .optional()
      .meta({ id: 'WebhookTest', examples: [{ event: 'image.created' }] }),
    answers: { 202: delivery },
    headers: { Location: 'The delivery' },
    errors: ['not_found', 'conflict'],
  }),
  deliveries: endpoint({
    name: 'webhooks-deliveries',
    method: 'GET',
    path: '/v1/webhooks/:id/deliveries',
    summary: 'List the deliveries of a webhook, newest first',
    scope: 'read',
    params: idParams,
    query: z.strictObject({ ...pageQuery, ...deliveryFilter, run_id: idText.exactOptional() }),
    answers: { 200: listOf(delivery) },
    errors: ['not_found'],
  }),
  replayFailed: endpoint({
    name: 'webhooks-replay-failed',
    method: 'POST',
    path: '/v1/webhooks/:id/replay-failed',
    summary: 'Replay all deliveries that failed since a time',
    scope: 'write',
    params: idParams,
    body: z
      .strictObject({ since: moment })
      .meta({ id: 'ReplayFailed', examples: [{ since: '2025-11-20T20:34:00.000Z' }] }),
    answers: { 200: z.strictObject({ replayed: z.int() }).meta({ id: 'Replayed' }) },
    errors: ['not_found', 'conflict'],
  }),
}

export const deliveries = {
  list: endpoint({
    name: 'deliveries-list',
    method: 'GET',
    path: '/v1/deliveries',
    summary: 'List the deliveries of every webhook, newest first',
    scope: 'read',
    query: z.strictObject({
      ...pageQuery,
      ...deliveryFilter,
      run_id: idText.exactOptional(),
      webhook_id: idText.exactOptional(),
    }),
    answers: { 200: listOf(delivery) },
    errors: [],
  }),
  get: endpoint({
    name: 'deliveries-get',
    method: 'GET',
    path: '/v1/deliveries/:id',
    summary: 'Retrieve a delivery with its body and attempts',
    scope: 'read',
    params: idParams,
    answers: { 200: deliveryWithAttempts },
    errors: ['not_found'],
  }),
  replay: endpoint({
    name: 'deliveries-replay',
    method: 'POST',
    path: '/v1/deliveries/:id/replay',
    summary: 'Replay a delivery with the same webhook-id and bytes',
    scope: 'write',
    params: idParams,
    answers: { 202: delivery },
    errors: ['not_found', 'conflict'],
  }),
}
