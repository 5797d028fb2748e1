import { contract } from '@pictable/client'
import { found } from '#core/revision.ts'
import { replayDelivery, replayFailed } from '#core/webhook/replay.ts'
import { restWebhook, resumeWebhook } from '#core/webhook/rest-webhook.ts'
import { rotateSecret } from '#core/webhook/rotate-secret.ts'
import { createWebhook, updateWebhook } from '#core/webhook/save-webhook.ts'
import { testWebhook } from '#core/webhook/test-webhook.ts'
import { gone } from '#http/answers/gone.ts'
import { handlers } from '#http/endpoint/handlers.ts'
import { webhookChangeOf } from '#http/input/webhook-draft.ts'
import { presentDelivery, presentDeliveryWithAttempts } from '#http/present/delivery.ts'
import { presentWebhook } from '#http/present/webhook.ts'

const usualOverlapHours = 24

export const webhooks = handlers(contract.webhooks)({
  list: async ({ world, caller, query }) => {
    const { results, next } = await world.data.webhooks.list(query)
    return {
      status: 200,
      body: { results: results.map((webhook) => presentWebhook(world, webhook, { caller })), next },
    }
  },
  create: async ({ world, caller, body }) => {
    const { name } = body
    const { webhook, secret } = await createWebhook(world, { ...webhookChangeOf(body), name })
    const headers = { location: `/v1/webhooks/${webhook.id}` }
    return { status: 201, body: presentWebhook(world, webhook, { caller, secret }), headers }
  },
  get: async ({ world, caller, params }) => ({
    status: 200,
    body: presentWebhook(world, found(await world.data.webhooks.get(params.id), 'webhook', params.id), { caller }),
  }),
  update: async ({ world, caller, params, body, revision }) => {
    const change = { ...webhookChangeOf(body), name: body.name }
    const { webhook, secret } = await updateWebhook(world, { id: params.id, revision }, change)
    return { status: 200, body: presentWebhook(world, webhook, { caller, secret }) }
  },
  delete: async ({ world, params }) => gone(await world.data.webhooks.delete(params.id), 'webhook', params.id),
  rotateSecret: async ({ world, caller, params, body }) => {
    const { secret: typed, overlap_hours: overlapHours = usualOverlapHours } = body ?? {}
    const { webhook, secret } = await rotateSecret(world, params.id, { secret: typed, overlapHours })
    return { status: 200, body: presentWebhook(world, webhook, { caller, secret }) }
  },
  pause: async ({ world, caller, params }) => ({
    status: 200,
    body: presentWebhook(world, await restWebhook(world, params.id), { caller }),
  }),
  resume: async ({ world, caller, params, body }) => {
    const webhook = await resumeWebhook(world, params.id, { replay: body?.replay ?? true })
    return { status: 200, body: presentWebhook(world, webhook, { caller }) }
  },
  test: async ({ world, params, body }) => {
    const delivery = await testWebhook(world, params.id, body?.event)
    return { status: 202, body: presentDelivery(delivery), headers: { location: `/v1/deliveries/${delivery.id}` } }
  },
  deliveries: async ({ world, params, query }) => {
    const { id: webhookId } = found(await world.data.webhooks.get(params.id), 'webhook', params.id)
    const { run_id: runId, ...options } = query
    const filter = runId === undefined ? { webhookId } : { webhookId, runId }
    const { results, next } = await world.data.deliveries.list({ ...options, ...filter })
    return { status: 200, body: { results: results.map(presentDelivery), next } }
  },
  replayFailed: async ({ world, params, body }) => ({
    status: 200,
    body: { replayed: await replayFailed(world, params.id, new Date(body.since)) },
  }),
})

export const deliveries = handlers(contract.deliveries)({
  list: async ({ world, query }) => {
    const { run_id: runId, webhook_id: webhookId, ...options } = query
    const filter = { ...(runId !== undefined && { runId }), ...(webhookId !== undefined && { webhookId }) }
    const { results, next } = await world.data.deliveries.list({ ...options, ...filter })
    return { status: 200, body: { results: results.map(presentDelivery), next } }
  },
  get: async ({ world, params }) => {
    const delivery = found(await world.data.deliveries.get(params.id), 'delivery', params.id)
    const attempts = await world.data.deliveries.attempts(delivery.id)
    return { status: 200, body: presentDeliveryWithAttempts(delivery, attempts) }
  },
  replay: async ({ world, params }) => ({
    status: 202,
    body: presentDelivery(await replayDelivery(world, params.id)),
  }),
})
