import { contract } from '@pictable/client'
import { operatorsOf } from '#core/action/filter.ts'
import { writableAs } from '#core/action/resolve-write-back.ts'
import { openSource } from '#core/connection/open-source.ts'
import { bind } from '#http/endpoint-call.ts'

export const connectionsFields = bind(contract.connections.fields)(async ({ world, params, query }) => {
  const source = await openSource(world, params.id)
  const fields = await source.listFields({ baseId: query.base_id, tableId: query.table_id })
  const results = fields.map((field) => {
    const { id, name, kind, computed, primary } = field
    const takes = source.capabilities.write === null ? [] : writableAs(field)
    return { id, name, kind, computed, primary, operators: [...operatorsOf[kind]], takes }
  })
  return { status: 200, body: { results, next: null } }
})
