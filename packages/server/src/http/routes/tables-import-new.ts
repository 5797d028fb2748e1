import { contract } from '@pictable/client'
import { importTable } from '#core/table/import-table.ts'
import { bind } from '#http/endpoint-call.ts'
import { presentTable } from '#http/present/table.ts'

export const tablesImportNew = bind(contract.tables.importNew)(async ({ world, query, body }) => {
  const { table, added } = await importTable(world, { name: query.name, bytes: body })
  return { status: 201, body: { table: presentTable(table), added }, headers: { location: `/v1/tables/${table.id}` } }
})
