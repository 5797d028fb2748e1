import { contract } from '@pictable/client'
import { updateWebhook } from '#core/webhook/save-webhook.ts'
import { bind } from '#http/endpoint-call.ts'
import { presentWebhook } from '#http/present/webhook.ts'
import { webhookChangeOf } from '#http/webhook-draft.ts'

export const webhooksUpdate = bind(contract.webhooks.update)(async ({ world, caller, params, body, revision }) => {
  const change = { ...webhookChangeOf(body), name: body.name, url: body.url }
  const { webhook, secret } = await updateWebhook(world, params.id, change, revision)
  return { status: 200, body: presentWebhook(world, webhook, { caller, secret }) }
})
