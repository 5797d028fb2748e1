import { contract } from '@pictable/client'
import { found } from '#core/revision.ts'
import { bind } from '#http/endpoint-call.ts'
import { presentDelivery } from '#http/present/delivery.ts'

export const webhooksDeliveries = bind(contract.webhooks.deliveries)(async ({ world, params, query }) => {
  const { id: webhookId } = found(await world.data.webhooks.get(params.id), 'webhook', params.id)
  const { run_id: runId, ...options } = query
  const filter = runId === undefined ? { webhookId } : { webhookId, runId }
  const { results, next } = await world.data.deliveries.list({ ...options, ...filter })
  return { status: 200, body: { results: results.map(presentDelivery), next } }
})
