import { contract } from '@pictable/client'
import { found } from '#core/revision.ts'
import { bind } from '#http/endpoint-call.ts'
import { presentWebhook } from '#http/present/webhook.ts'

export const webhooksGet = bind(contract.webhooks.get)(async ({ world, caller, params }) => ({
  status: 200,
  body: presentWebhook(world, found(await world.data.webhooks.get(params.id), 'webhook', params.id), { caller }),
}))
