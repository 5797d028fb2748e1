import { joinLinks } from '@pictable/model/link-text'
import type { RowQuery } from '#core/ports/data/tables.ts'
import type { World } from '#core/ports/world.ts'
import { cellText, holdsLinks } from './cell-text.ts'
import { csvLine, csvMark } from './csv-line.ts'
import { guarded } from './formula-guard.ts'
import { sharedTitles } from './link-reader.ts'
import { rowsOfTable } from './rows-of-table.ts'
import type { Table, TableField, TableRow } from './table.ts'

export interface ExportOptions {
  format: 'csv' | 'jsonl'
  query: RowQuery
  /** Texts that a spreadsheet would run as formulas: with an apostrophe in front, which an import takes away, or as they are. */
  formulas: 'guard' | 'keep'
}

const holdsText = ({ kind }: TableField) => kind !== 'number' && kind !== 'date' && kind !== 'date_time'

/** Titles that several rows have, by the id of their table. */
type SharedTitles = ReadonlyMap<string, ReadonlySet<string>>

/** The cell as an import reads it again: links by the titles of their rows, or by their ids where titles do not identify them. */
function textOf({ id, linkedTableId = '' }: TableField, { fields }: TableRow, shared: SharedTitles): string {
  const cell = fields[id]
  if (!holdsLinks(cell)) return cellText(cell)
  return joinLinks(cell.map((row) => (shared.get(linkedTableId)?.has(row.label) ? row.id : row.label)))
}

function csvRow(
  { fields }: Table,
  row: TableRow,
  { guards, shared }: { guards: boolean; shared: SharedTitles },
): string {
  return csvLine(
    fields.map((field) => {
      const text = textOf(field, row, shared)
      return guards && holdsText(field) ? guarded(text) : text
    }),
  )
}

async function sharedTitlesOf({ data }: Pick<World, 'data'>, { fields }: Table): Promise<SharedTitles> {
  const shared = new Map<string, ReadonlySet<string>>()
  for (const { linkedTableId: id } of fields)
    if (id !== undefined && !shared.has(id)) shared.set(id, await sharedTitles(data.tables, id))
  return shared
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
  const guards = formulas === 'guard'
  const shared = format === 'csv' ? await sharedTitlesOf(world, table) : new Map()
  if (format === 'csv') yield csvMark + csvLine(names)
  for await (const rows of rowsOfTable(world.data, table.id, query)) {
    const lines = rows.map((row) => (format === 'csv' ? csvRow(table, row, { guards, shared }) : jsonRow(table, row)))
    yield lines.join('')
  }
}
