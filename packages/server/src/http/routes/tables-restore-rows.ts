import { contract } from '@pictable/client'
import { found } from '#core/revision.ts'
import { bind } from '#http/endpoint-call.ts'

export const tablesRestoreRows = bind(contract.tables.restoreRows)(async ({ world, params, body }) => {
  const table = found(await world.data.tables.get(params.id), 'table', params.id)
  const ids = [...new Set(body.row_ids)]
  const back = await world.data.transaction((data) => data.tables.restoreRows(table.id, ids))
  const part = (isBack: boolean) => ids.filter((id) => back.has(id) === isBack)
  return { status: 200, body: { restored: part(true), missing: part(false) } }
})
