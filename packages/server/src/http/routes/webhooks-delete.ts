import { contract } from '@pictable/client'
import { bind } from '#http/endpoint-call.ts'
import { gone } from '#http/gone.ts'

export const webhooksDelete = bind(contract.webhooks.delete)(async ({ world, params }) =>
  gone(await world.data.webhooks.delete(params.id), 'webhook', params.id),
)
