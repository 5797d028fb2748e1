import { contract } from '@pictable/client'
import { bind } from '#http/endpoint-call.ts'
import { presentWebhook } from '#http/present/webhook.ts'

export const webhooksList = bind(contract.webhooks.list)(async ({ world, caller, query }) => {
  const { results, next } = await world.data.webhooks.list(query)
  return { status: 200, body: { results: results.map((webhook) => presentWebhook(world, webhook, { caller })), next } }
})
