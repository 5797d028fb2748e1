import { contract } from '@pictable/client'
import { updateTable } from '#core/table/save-table.ts'
import { bind } from '#http/endpoint-call.ts'
import { presentTable } from '#http/present/table.ts'

export const tablesUpdate = bind(contract.tables.update)(async ({ world, params, query, body, revision }) => ({
  status: 200,
  body: presentTable(await updateTable(world, params.id, { ...body, ...query }, revision)),
}))
