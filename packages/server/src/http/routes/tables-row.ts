import { contract } from '@pictable/client'
import { found } from '#core/revision.ts'
import { bind } from '#http/endpoint-call.ts'
import { presentRow } from '#http/present/table.ts'

export const tablesRow = bind(contract.tables.row)(async ({ world, params }) => {
  const table = found(await world.data.tables.get(params.id), 'table', params.id)
  const [row = null] = await world.data.tables.rowsById(table.id, [params.row_id])
  return { status: 200, body: presentRow(table, found(row, 'row', params.row_id)) }
})
