import { contract } from '@pictable/client'
import { resumeWebhook } from '#core/webhook/rest-webhook.ts'
import { bind } from '#http/endpoint-call.ts'
import { presentWebhook } from '#http/present/webhook.ts'

export const webhooksResume = bind(contract.webhooks.resume)(async ({ world, caller, params, body }) => {
  const webhook = await resumeWebhook(world, params.id, { replay: body?.replay ?? true })
  return { status: 200, body: presentWebhook(world, webhook, { caller }) }
})
