import { contract } from '@pictable/client'
import { bind } from '#http/endpoint-call.ts'
import { presentDelivery } from '#http/present/delivery.ts'

export const deliveriesList = bind(contract.deliveries.list)(async ({ world, query }) => {
  const { run_id: runId, webhook_id: webhookId, ...options } = query
  const filter = { ...(runId !== undefined && { runId }), ...(webhookId !== undefined && { webhookId }) }
  const { results, next } = await world.data.deliveries.list({ ...options, ...filter })
  return { status: 200, body: { results: results.map(presentDelivery), next } }
})
