import { contract } from '@pictable/client'
import { deleteRow } from '#core/table/rows.ts'
import { bind } from '#http/endpoint-call.ts'

export const tablesDeleteRow = bind(contract.tables.deleteRow)(async ({ world, params }) => {
  await deleteRow(world, params.id, params.row_id)
  return { status: 204, body: null }
})
