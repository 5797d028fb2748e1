import { contract } from '@pictable/client'
import { importIntoTable } from '#core/table/import-table.ts'
import { bind } from '#http/endpoint-call.ts'
import { presentImport } from '#http/present/table.ts'

export const tablesImportInto = bind(contract.tables.importInto)(async ({ world, params, query, body }) => {
  const summary = await importIntoTable(world, params.id, { ...query, bytes: body })
  return { status: 200, body: presentImport(summary) }
})
