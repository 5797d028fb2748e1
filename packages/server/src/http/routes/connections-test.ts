import { contract } from '@pictable/client'
import { testConnection } from '#core/connection/test-connection.ts'
import { bind } from '#http/endpoint-call.ts'
import { presentTest } from '#http/present/connection.ts'

export const connectionsTest = bind(contract.connections.test)(async ({ world, params }) => ({
  status: 200,
  body: presentTest(await testConnection(world, params.id)),
}))
