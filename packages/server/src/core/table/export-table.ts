import type { RowQuery } from '#core/ports/data/tables.ts'
import type { World } from '#core/ports/world.ts'
import { cellText } from './cell-text.ts'
import { csvLine, csvMark } from './csv-line.ts'
import { guarded } from './formula-guard.ts'
import { rowsOfTable } from './rows-of-table.ts'
import type { Table, TableField, TableRow } from './table.ts'

export interface ExportOptions {
  format: 'csv' | 'jsonl'
  query: RowQuery
  /** Texts that a spreadsheet would run as formulas: with an apostrophe in front, which an import takes away, or as they are. */
  formulas: 'guard' | 'keep'
}

const holdsText = ({ kind }: TableField) => kind !== 'number' && kind !== 'date' && kind !== 'date_time'

function csvRow({ fields }: Table, row: TableRow, guards: boolean): string {
  return csvLine(
    fields.map((field) => {
      const text = cellText(row.fields[field.id])
      return guards && holdsText(field) ? guarded(text) : text
    }),
  )
}

function jsonRow({ fields }: Table, row: TableRow): string {
  const filled = fields.flatMap(({ id, name }) => (row.fields[id] == null ? [] : [[name, row.fields[id]]]))
  return `${JSON.stringify({ id: row.id, fields: Object.fromEntries(filled) })}\n`
}

/** The rows of a table as text, piece by piece: CSV as spreadsheets like it, or one JSON object in each line. */
export async function* exportTable(
  world: Pick<World, 'data'>,
  table: Table,
  { format, query, formulas }: ExportOptions,
): AsyncGenerator<string> {
  const names = table.fields.map(({ name }) => (formulas === 'guard' ? guarded(name) : name))
  if (format === 'csv') yield csvMark + csvLine(names)
  for await (const rows of rowsOfTable(world.data, table.id, query)) {
    const lines = rows.map((row) => (format === 'csv' ? csvRow(table, row, formulas === 'guard') : jsonRow(table, row)))
    yield lines.join('')
  }
}
