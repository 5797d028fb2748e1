import { contract } from '@pictable/client'
import { found } from '#core/revision.ts'
import { addRows } from '#core/table/rows.ts'
import { bind } from '#http/endpoint-call.ts'
import { presentRow } from '#http/present/table.ts'

export const tablesAddRows = bind(contract.tables.addRows)(async ({ world, params, body }) => {
  const rows = await addRows(world, params.id, body.rows)
  const table = found(await world.data.tables.get(params.id), 'table', params.id)
  return { status: 201, body: { results: rows.map((row) => presentRow(table, row)) } }
})
