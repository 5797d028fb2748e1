import { contract } from '@pictable/client'
import { found } from '#core/revision.ts'
import { bind } from '#http/endpoint-call.ts'
import { presentDeliveryWithAttempts } from '#http/present/delivery.ts'

export const deliveriesGet = bind(contract.deliveries.get)(async ({ world, params }) => {
  const delivery = found(await world.data.deliveries.get(params.id), 'delivery', params.id)
  const attempts = await world.data.deliveries.attempts(delivery.id)
  return { status: 200, body: presentDeliveryWithAttempts(delivery, attempts) }
})
