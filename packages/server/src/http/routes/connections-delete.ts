import { contract } from '@pictable/client'
import { bind } from '#http/endpoint-call.ts'
import { gone } from '#http/gone.ts'

export const connectionsDelete = bind(contract.connections.delete)(async ({ world, params }) =>
  gone(await world.data.connections.delete(params.id), 'connection', params.id),
)
