import { contract } from '@pictable/client'
import { found } from '#core/revision.ts'
import { bind } from '#http/endpoint-call.ts'
import { rowQueryOf } from '#http/row-query.ts'

export const tablesCountRows = bind(contract.tables.countRows)(async ({ world, params, query, signal }) => {
  const table = found(await world.data.tables.get(params.id), 'table', params.id)
  const count = await world.data.tables.countRows(table.id, { ...rowQueryOf(table, query), signal })
  return { status: 200, body: { count } }
})
