import { contract } from '@pictable/client'
import { createWebhook } from '#core/webhook/save-webhook.ts'
import { bind } from '#http/endpoint-call.ts'
import { presentWebhook } from '#http/present/webhook.ts'
import { webhookChangeOf } from '#http/webhook-draft.ts'

export const webhooksCreate = bind(contract.webhooks.create)(async ({ world, caller, body }) => {
  const { name, url } = body
  const { webhook, secret } = await createWebhook(world, { ...webhookChangeOf(body), name, url })
  const headers = { location: `/v1/webhooks/${webhook.id}` }
  return { status: 201, body: presentWebhook(world, webhook, { caller, secret }), headers }
})
