import { contract } from '@pictable/client'
import { createTable } from '#core/table/save-table.ts'
import { bind } from '#http/endpoint-call.ts'
import { presentTable } from '#http/present/table.ts'

export const tablesCreate = bind(contract.tables.create)(async ({ world, body }) => {
  const table = await createTable(world, body)
  return { status: 201, body: presentTable(table), headers: { location: `/v1/tables/${table.id}` } }
})
