import { contract } from '@pictable/client'
import { replayDelivery } from '#core/webhook/replay.ts'
import { bind } from '#http/endpoint-call.ts'
import { presentDelivery } from '#http/present/delivery.ts'

export const deliveriesReplay = bind(contract.deliveries.replay)(async ({ world, params }) => ({
  status: 202,
  body: presentDelivery(await replayDelivery(world, params.id)),
}))
