import { contract } from '@pictable/client'
import { bind } from '#http/endpoint-call.ts'
import { presentConnection } from '#http/present/connection.ts'

export const connectionsList = bind(contract.connections.list)(async ({ world, query }) => {
  const { results, next } = await world.data.connections.list(query)
  return { status: 200, body: { results: results.map((connection) => presentConnection(world, connection)), next } }
})
