import { contract } from '@pictable/client'
import { found } from '#core/revision.ts'
import { bind } from '#http/endpoint-call.ts'

export const tablesDeleteRows = bind(contract.tables.deleteRows)(async ({ world, params, body }) => {
  const table = found(await world.data.tables.get(params.id), 'table', params.id)
  const ids = [...new Set(body.row_ids)]
  const deleted = await world.data.transaction((data) => data.tables.deleteRows(table.id, ids))
  const part = (wasThere: boolean) => ids.filter((id) => deleted.has(id) === wasThere)
  return { status: 200, body: { deleted: part(true), missing: part(false) } }
})
