import { contract } from '@pictable/client'
import { createConnection } from '#core/connection/save-connection.ts'
import { bind } from '#http/endpoint-call.ts'
import { presentConnection } from '#http/present/connection.ts'

export const connectionsCreate = bind(contract.connections.create)(async ({ world, body }) => {
  const connection = await createConnection(world, body)
  const headers = { location: `/v1/connections/${connection.id}` }
  return { status: 201, body: presentConnection(world, connection), headers }
})
