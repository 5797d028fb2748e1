import { contract } from '@pictable/client'
import { found } from '#core/revision.ts'
import { bind } from '#http/endpoint-call.ts'
import { presentConnection } from '#http/present/connection.ts'

export const connectionsGet = bind(contract.connections.get)(async ({ world, params }) => ({
  status: 200,
  body: presentConnection(world, found(await world.data.connections.get(params.id), 'connection', params.id)),
}))
