import { contract } from '@pictable/client'
import { openSource } from '#core/connection/open-source.ts'
import { bind } from '#http/endpoint-call.ts'

export const connectionsFields = bind(contract.connections.fields)(async ({ world, params, query }) => {
  const source = await openSource(world, params.id)
  const fields = await source.listFields({ baseId: query.base_id, tableId: query.table_id })
  const results = fields.map(({ id, name, kind, computed, primary }) => ({ id, name, kind, computed, primary }))
  return { status: 200, body: { results, next: null } }
})
