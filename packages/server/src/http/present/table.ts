import type { CallAnswer, Contract } from '@pictable/client'
import type { ImportCounts, ImportSummary } from '#core/table/import-rows.ts'
import type { RowResult } from '#core/table/rows.ts'
import type { Table, TableRow, TableView } from '#core/table/table.ts'
import type { TableImport } from '#core/table/table-import.ts'
import { presentFailure } from './failure.ts'

type TableJson = CallAnswer<Contract['tables']['get']>
type ProgressJson = CallAnswer<Contract['tables']['getImport']>
type ImportJson = Exclude<CallAnswer<Contract['tables']['importInto']>, ProgressJson>
type RowResultJson = CallAnswer<Contract['tables']['updateRows']>['results'][number]
type RowJson = CallAnswer<Contract['tables']['rows']>['results'][number]

export function presentTable(table: Table): TableJson {
  const nameOf = (fieldId: string) => table.fields.find((field) => field.id === fieldId)?.name ?? fieldId
  const presentView = ({ id, name, filters, sort }: TableView) => ({
    id,
    name,
    filters: filters.map(({ fieldId, operator, value }) => ({
      field: nameOf(fieldId),
      operator,
      ...(value !== undefined && { value }),
    })),
    sort: sort && { field: nameOf(sort.fieldId), direction: sort.direction },
  })
  return {
    id: table.id,
    name: table.name,
    fields: table.fields.map(({ id, name, kind, format, linkedTableId }) => ({
      ...{ id, name, kind, ...(format && { format }) },
      ...(linkedTableId !== undefined && { linked_table_id: linkedTableId }),
    })),
    views: table.views.map(presentView),
    revision: table.revision,
    created_at: table.createdAt.toISOString(),
    updated_at: table.updatedAt.toISOString(),
  }
}

export function presentRow(table: Table, row: TableRow): RowJson {
  const filled = table.fields.filter(({ id }) => row.fields[id] !== undefined && row.fields[id] !== null)
  return {
    id: row.id,
    fields: Object.fromEntries(filled.map(({ id, name }) => [name, row.fields[id]])),
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
  }
}

export function presentRowResult(table: Table, result: RowResult): RowResultJson {
  if ('row' in result) return { id: result.id, row: presentRow(table, result.row), errors: [] }
  const errors = result.errors.map(({ pointer, detail }) => ({ pointer, detail }))
  return { id: result.id, row: null, errors }
}

function presentCounts(summary: ImportCounts): NonNullable<ProgressJson['result']> {
  const { sheets } = summary
  return {
    added: summary.added,
    updated: summary.updated,
    unchanged: summary.unchanged,
    removed: summary.removed,
    skipped: summary.skipped,
    skipped_rows: summary.skippedRows.map(({ line, reason }) => ({ line, reason })),
    emptied_cells: summary.errorCells,
    sheet: sheets?.read ?? null,
    sheets: [...(sheets?.all ?? [])],
  }
}

export function presentImport(summary: ImportSummary): ImportJson {
  return { table: presentTable(summary.table), ...presentCounts(summary) }
}

export function presentProgress(imported: TableImport): ProgressJson {
  const { id, state, tableId, tableName, rowCount, doneCount, result, error, createdAt, finishedAt } = imported
  const failure = presentFailure(error)
  const errors = error?.errors.map(({ pointer, detail }) => ({ pointer, detail })) ?? []
  return {
    id,
    state,
    table_id: tableId,
    table_name: tableName,
    rows: rowCount,
    done: doneCount,
    result: result && presentCounts(result),
    error: failure && { ...failure, errors },
    created_at: createdAt.toISOString(),
    finished_at: finishedAt?.toISOString() ?? null,
  }
}
