import { contract } from '@pictable/client'
import { importNewTable } from '#core/table/import-table.ts'
import { bind } from '#http/endpoint-call.ts'
import { presentImport } from '#http/present/table.ts'

export const tablesImportNew = bind(contract.tables.importNew)(async ({ world, query, body }) => {
  const summary = await importNewTable(world, { ...query, bytes: body })
  return { status: 201, body: presentImport(summary), headers: { location: `/v1/tables/${summary.table.id}` } }
})
