import { contract } from '@pictable/client'
import { openSource } from '#core/connection/open-source.ts'
import { bind } from '#http/endpoint-call.ts'

export const connectionsViews = bind(contract.connections.views)(async ({ world, params, query }) => {
  const source = await openSource(world, params.id)
  const views = await source.listViews({ baseId: query.base_id, tableId: query.table_id })
  return { status: 200, body: { results: views.map(({ id, name }) => ({ id, name })), next: null } }
})
