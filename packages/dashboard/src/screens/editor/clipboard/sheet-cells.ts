import { createCsvReader, takeDelimiter } from '@pictable/renderer/csv'
import { tableOfHtml } from './html-table.ts'

export type Cells = string[][]

/** Rows of cells as spreadsheets copy them, or as CSV. */
export function readCells(text: string): Cells {
  // A cell that is copied may have commas, and no tab.
  const { delimiter, text: rest } = text.includes('\t') ? { delimiter: '\t', text } : takeDelimiter(text)
  const reader = createCsvReader(delimiter)
  return [...reader.read(rest), ...reader.end()].map(({ cells }) => cells.map((cell) => cell.trim()))
}

/** Lines with equally many tabs, as spreadsheets copy them; undefined for any other text, such as code with indents. */
function cellsOfLines(text: string): Cells | undefined {
  const lines = text.replace(/[\r\n]+$/, '')
  if (!lines.includes('\t')) return undefined
  const cells = readCells(lines)
  return cells.every(({ length }) => length === cells[0]?.length) && isTable(cells) ? cells : undefined
}

/** One cell alone is text, and so is what is only indented. */
function isTable(cells: Cells): boolean {
  const isOne = cells.length === 1 && cells[0]?.length === 1
  return !isOne && cells.some(([first]) => first !== undefined && first !== '')
}

/** The cells that were copied from a spreadsheet, or of a page that is one table; undefined for any other clipboard. */
export function sheetCells({ text, html }: { readonly text: string; readonly html: string }): Cells | undefined {
  const table = tableOfHtml(html)
  return table && isTable(table) ? table : cellsOfLines(text)
}
