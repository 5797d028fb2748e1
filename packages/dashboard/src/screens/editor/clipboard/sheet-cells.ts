import { createCsvReader, takeDelimiter } from '@pictable/renderer/csv'
import { tableOfHtml } from './html-table.ts'
import { type Sheet, type TableExcess, tableExcess } from './table-excess.ts'

export type Cells = string[][]

/** Rows of cells as spreadsheets copy them, or as CSV. */
export function readCells(text: string): Cells {
  // A cell that is copied may have commas, and no tab.
  const { delimiter, text: rest } = text.includes('\t') ? { delimiter: '\t', text } : takeDelimiter(text)
  const reader = createCsvReader(delimiter)
  return [...reader.read(rest), ...reader.end()].map(({ cells }) => cells.map((cell) => cell.trim()))
}

const isOneCell = ({ rows, columns }: Sheet) => rows === 1 && columns === 1

/** Lines with equally many tabs, as spreadsheets copy them; undefined for any other text, such as code with indents. */
function tableOfLines(text: string): Sheet | undefined {
  const lines = text.replace(/(?<![\r\n])[\r\n]+$/, '')
  if (!lines.includes('\t')) return undefined
  const cells = readCells(lines)
  const columns = cells[0]?.length ?? 0
  const isTable = cells.every(({ length }) => length === columns) && cells.some(([first]) => first !== '')
  return isTable ? { rows: cells.length, columns, cells } : undefined
}

/**
 * The cells that were copied from a spreadsheet, or of a page that is one table; for one that is too large, what it has too
 * much of; undefined for any other clipboard. One cell alone is text.
 */
export function sheetCells({
  text,
  html,
}: {
  readonly text: string
  readonly html: string
}): Cells | TableExcess | undefined {
  const table = tableOfHtml(html)
  const isFilled = table?.cells.some((row) => row.some((cell) => cell !== ''))
  const sheet = table && isFilled && !isOneCell(table) ? table : tableOfLines(text)
  return sheet && !isOneCell(sheet) ? (tableExcess(sheet) ?? sheet.cells) : undefined
}
