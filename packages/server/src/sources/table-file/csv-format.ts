import type { CsvFlaw, CsvRow } from '@pictable/renderer/csv'
import { invalid } from './grid.ts'

const flaws: Readonly<Record<CsvFlaw, string>> = {
  'quote-open': 'a double quote is never closed. Close it, or remove it.',
  'quote-inside':
    'a cell has a double quote in the middle. Put the whole cell in double quotes and double each quote inside it ("").',
}

/** Hands on rows of which every one has as many cells as the first. @throws AppError `invalid_request` naming the line */
export function createRowCheck(): (row: CsvRow) => CsvRow {
  let columns: number | undefined
  return (row) => {
    const where = row.line === row.lastLine ? `Line ${row.line}` : `Lines ${row.line} to ${row.lastLine}`
    if (row.flaw) throw invalid(`${where}: ${flaws[row.flaw]}`)
    const { length } = row.cells
    columns ??= length
    if (length === columns) return row
    const cure = 'Put texts that contain the separator in double quotes, or complete the row.'
    const found = length === 1 ? 'one cell' : `${length} cells`
    throw invalid(`${where}: the row has ${found}, but the first line names ${columns} columns. ${cure}`)
  }
}
