import { contract } from '@pictable/client'
import { openSource } from '#core/connection/open-source.ts'
import { bind } from '#http/endpoint-call.ts'

export const connectionsTables = bind(contract.connections.tables)(async ({ world, params, query }) => {
  const source = await openSource(world, params.id)
  const tables = await source.listTables(query.base_id)
  return { status: 200, body: { results: tables.map(({ id, name }) => ({ id, name })), next: null } }
})
