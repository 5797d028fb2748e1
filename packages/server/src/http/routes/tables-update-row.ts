import { contract } from '@pictable/client'
import { found } from '#core/revision.ts'
import { updateRow } from '#core/table/rows.ts'
import { bind } from '#http/endpoint-call.ts'
import { presentRow } from '#http/present/table.ts'

export const tablesUpdateRow = bind(contract.tables.updateRow)(async ({ world, params, body }) => {
  const row = await updateRow(world, params.id, params.row_id, body.fields)
  const table = found(await world.data.tables.get(params.id), 'table', params.id)
  return { status: 200, body: presentRow(table, row) }
})
