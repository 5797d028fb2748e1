import { contract } from '@pictable/client'
import { found } from '#core/revision.ts'
import { updateRows } from '#core/table/rows.ts'
import { bind } from '#http/endpoint-call.ts'
import { presentRow } from '#http/present/table.ts'

export const tablesUpdateRows = bind(contract.tables.updateRows)(async ({ world, params, body }) => {
  const results = await updateRows(world, params.id, body.rows)
  const table = found(await world.data.tables.get(params.id), 'table', params.id)
  const present = (result: (typeof results)[number]) =>
    'row' in result
      ? { id: result.id, row: presentRow(table, result.row), errors: [] }
      : { id: result.id, row: null, errors: result.errors }
  return { status: 200, body: { results: results.map(present) } }
})
