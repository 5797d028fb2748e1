import { contract } from '@pictable/client'
import { testWebhook } from '#core/webhook/test-webhook.ts'
import { bind } from '#http/endpoint-call.ts'
import { presentDelivery } from '#http/present/delivery.ts'

export const webhooksTest = bind(contract.webhooks.test)(async ({ world, params, body }) => {
  const delivery = await testWebhook(world, params.id, body?.event)
  return { status: 202, body: presentDelivery(delivery), headers: { location: `/v1/deliveries/${delivery.id}` } }
})
