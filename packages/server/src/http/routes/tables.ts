import { Readable } from 'node:stream'
import { type CallInput, type Contract, contract } from '@pictable/client'
import { found } from '#core/revision.ts'
import { exportTable } from '#core/table/export-table.ts'
import { importIntoTable, importNewTable } from '#core/table/import-table.ts'
import { addRows, deleteRow, deleteRows, restoreRows, updateRow, updateRows } from '#core/table/rows.ts'
import { createTable, updateTable } from '#core/table/save-table.ts'
import type { TableImport } from '#core/table/table-import.ts'
import { disposition } from '#http/answers/disposition.ts'
import { gone } from '#http/answers/gone.ts'
import { handlers } from '#http/endpoint/handlers.ts'
import { rowQueryOf } from '#http/input/row-query.ts'
import { presentImport, presentProgress, presentRow, presentRowResult, presentTable } from '#http/present/table.ts'

const importAccepted = (accepted: TableImport) =>
  ({
    status: 202,
    body: presentProgress(accepted),
    headers: { location: `/v1/tables/imports/${accepted.id}` },
  }) as const

type FieldsJson = CallInput<Contract['tables']['create']>['body']['fields']

const fieldsOf = (fields: FieldsJson) =>
  fields.map(({ linked_table_id: linkedTableId, ...field }) => ({ ...field, linkedTableId }))

const contentTypes = { csv: 'text/csv; charset=utf-8', jsonl: 'application/jsonl' } as const

export const tables = handlers(contract.tables)({
  list: async ({ world, query }) => {
    const { results, next } = await world.data.tables.list(query)
    return { status: 200, body: { results: results.map(presentTable), next } }
  },
  create: async ({ world, body }) => {
    const table = await createTable(world, { ...body, fields: fieldsOf(body.fields) })
    return { status: 201, body: presentTable(table), headers: { location: `/v1/tables/${table.id}` } }
  },
  get: async ({ world, params }) => ({
    status: 200,
    body: presentTable(found(await world.data.tables.get(params.id), 'table', params.id)),
  }),
  update: async ({ world, params, query, body, revision }) => {
    const fields = body.fields && fieldsOf(body.fields)
    const table = await updateTable(world, { id: params.id, revision }, { ...body, ...query, fields })
    return { status: 200, body: presentTable(table) }
  },
  delete: async ({ world, params }) => gone(await world.data.tables.delete(params.id), 'table', params.id),
  rows: async ({ world, params, query, signal }) => {
    const table = found(await world.data.tables.get(params.id), 'table', params.id)
    const { limit, after, skip, ...asked } = query
    const page = { limit, skip, ...(after === undefined ? {} : { after }) }
    const { results, next } = await world.data.tables.rows(table.id, { ...page, ...rowQueryOf(table, asked), signal })
    return { status: 200, body: { results: results.map((row) => presentRow(table, row)), next } }
  },
  countRows: async ({ world, params, query, signal }) => {
    const table = found(await world.data.tables.get(params.id), 'table', params.id)
    const count = await world.data.tables.countRows(table.id, { ...rowQueryOf(table, query), signal })
    return { status: 200, body: { count } }
  },
  row: async ({ world, params }) => {
    const table = found(await world.data.tables.get(params.id), 'table', params.id)
    const [row = null] = await world.data.tables.rowsById(table.id, [params.row_id])
    return { status: 200, body: presentRow(table, found(row, 'row', params.row_id)) }
  },
  addRows: async ({ world, params, body }) => {
    const rows = await addRows(world, params.id, body.rows)
    const table = found(await world.data.tables.get(params.id), 'table', params.id)
    return { status: 201, body: { results: rows.map((row) => presentRow(table, row)) } }
  },
  updateRow: async ({ world, params, body }) => {
    const row = await updateRow(world, { tableId: params.id, rowId: params.row_id }, body.fields)
    const table = found(await world.data.tables.get(params.id), 'table', params.id)
    return { status: 200, body: presentRow(table, row) }
  },
  updateRows: async ({ world, params, body }) => {
    const results = await updateRows(world, params.id, body.rows)
    const table = found(await world.data.tables.get(params.id), 'table', params.id)
    return { status: 200, body: { results: results.map((result) => presentRowResult(table, result)) } }
  },
  deleteRows: async ({ world, params, body }) => {
    const { there, missing } = await deleteRows(world, params.id, body.row_ids)
    return { status: 200, body: { deleted: there, missing } }
  },
  restoreRows: async ({ world, params, body }) => {
    const { there, missing } = await restoreRows(world, params.id, body.row_ids)
    return { status: 200, body: { restored: there, missing } }
  },
  deleteRow: async ({ world, params }) => {
    await deleteRow(world, params.id, params.row_id)
    return { status: 204, body: null }
  },
  export: async ({ world, params, query, signal }) => {
    const table = found(await world.data.tables.get(params.id), 'table', params.id)
    const { format, formulas, ...asked } = query
    const pieces = exportTable(world, table, { format, formulas, query: { ...rowQueryOf(table, asked), signal } })
    return {
      status: 200,
      body: Readable.from(pieces, { objectMode: false }),
      contentType: contentTypes[format],
      headers: { 'content-disposition': disposition(`${table.name}.${format}`) },
    }
  },
  importNew: async ({ world, query, body }) => {
    const summary = await importNewTable(world, { ...query, bytes: body })
    if ('state' in summary) return importAccepted(summary)
    return { status: 201, body: presentImport(summary), headers: { location: `/v1/tables/${summary.table.id}` } }
  },
  importInto: async ({ world, params, query, body }) => {
    const summary = await importIntoTable(world, params.id, { ...query, bytes: body })
    if ('state' in summary) return importAccepted(summary)
    return { status: 200, body: presentImport(summary) }
  },
  listImports: async ({ world, query }) => {
    const { results, next } = await world.data.tableImports.list(query)
    return { status: 200, body: { results: results.map(presentProgress), next } }
  },
  getImport: async ({ world, params }) => ({
    status: 200,
    body: presentProgress(found(await world.data.tableImports.get(params.id), 'import', params.id)),
  }),
})
