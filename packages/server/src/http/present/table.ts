import type { CallAnswer, Contract } from '@pictable/client'
import type { ImportSummary } from '#core/table/import-table.ts'
import type { Table, TableRow, TableView } from '#core/table/table.ts'

type TableJson = CallAnswer<Contract['tables']['get']>
type ImportJson = CallAnswer<Contract['tables']['importInto']>
type RowJson = CallAnswer<Contract['tables']['rows']>['results'][number]

export function presentTable(table: Table): TableJson {
  const nameOf = (fieldId: string) => table.fields.find((field) => field.id === fieldId)?.name ?? fieldId
  const presentView = ({ id, name, filters, sort }: TableView) => ({
    id,
    name,
    filters: filters.map(({ fieldId, ...filter }) => ({ field: nameOf(fieldId), ...filter })),
    sort: sort && { field: nameOf(sort.fieldId), direction: sort.direction },
  })
  return {
    id: table.id,
    name: table.name,
    fields: table.fields.map(({ id, name, kind }) => ({ id, name, kind })),
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

export function presentImport({ table, sheets, errorCells, skippedRows, ...counts }: ImportSummary): ImportJson {
  return {
    table: presentTable(table),
    ...counts,
    skipped_rows: skippedRows,
    emptied_cells: errorCells,
    sheet: sheets?.read ?? null,
    sheets: [...(sheets?.all ?? [])],
  }
}
