import { contract } from '@pictable/client'
import { importTable } from '#core/table/import-table.ts'
import { bind } from '#http/endpoint-call.ts'
import { presentTable } from '#http/present/table.ts'

export const tablesImportInto = bind(contract.tables.importInto)(async ({ world, params, body }) => {
  const { table, added } = await importTable(world, { tableId: params.id, bytes: body })
  return { status: 200, body: { table: presentTable(table), added } }
})
