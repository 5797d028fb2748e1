import { contract } from '@pictable/client'
import { restWebhook } from '#core/webhook/rest-webhook.ts'
import { bind } from '#http/endpoint-call.ts'
import { presentWebhook } from '#http/present/webhook.ts'

export const webhooksPause = bind(contract.webhooks.pause)(async ({ world, caller, params }) => ({
  status: 200,
  body: presentWebhook(world, await restWebhook(world, params.id), { caller }),
}))
