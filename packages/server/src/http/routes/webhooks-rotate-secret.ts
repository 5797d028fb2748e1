import { contract } from '@pictable/client'
import { rotateSecret } from '#core/webhook/rotate-secret.ts'
import { bind } from '#http/endpoint-call.ts'
import { presentWebhook } from '#http/present/webhook.ts'

const usualOverlapHours = 24

export const webhooksRotateSecret = bind(contract.webhooks.rotateSecret)(async ({ world, caller, params, body }) => {
  const { secret: typed, overlap_hours: overlapHours = usualOverlapHours } = body ?? {}
  const { webhook, secret } = await rotateSecret(world, params.id, { secret: typed, overlapHours })
  return { status: 200, body: presentWebhook(world, webhook, { caller, secret }) }
})
