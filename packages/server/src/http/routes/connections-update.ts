import { contract } from '@pictable/client'
import { updateConnection } from '#core/connection/save-connection.ts'
import { bind } from '#http/endpoint-call.ts'
import { presentConnection } from '#http/present/connection.ts'

export const connectionsUpdate = bind(contract.connections.update)(async ({ world, params, body, revision }) => ({
  status: 200,
  body: presentConnection(world, await updateConnection(world, params.id, body, revision)),
}))
