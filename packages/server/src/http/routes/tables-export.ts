import { Readable } from 'node:stream'
import { contract } from '@pictable/client'
import { found } from '#core/revision.ts'
import { exportTable } from '#core/table/export-table.ts'
import { disposition } from '#http/disposition.ts'
import { bind } from '#http/endpoint-call.ts'
import { rowQueryOf } from '#http/row-query.ts'

const contentTypes = { csv: 'text/csv; charset=utf-8', jsonl: 'application/jsonl' } as const

export const tablesExport = bind(contract.tables.export)(async ({ world, params, query, signal }) => {
  const table = found(await world.data.tables.get(params.id), 'table', params.id)
  const { format, formulas, ...asked } = query
  const pieces = exportTable(world, table, { format, formulas, query: { ...rowQueryOf(table, asked), signal } })
  return {
    status: 200,
    body: Readable.from(pieces, { objectMode: false }),
    contentType: contentTypes[format],
    headers: { 'content-disposition': disposition(`${table.name}.${format}`) },
  }
})
