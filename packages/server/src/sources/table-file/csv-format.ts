import type { CsvError } from 'csv-parse'
import type { AppError } from '#core/errors.ts'
import { detectDelimiter } from './detect-delimiter.ts'
import { invalid } from './grid.ts'

/** How CSV is read here, in one go or as a stream. */
export const csvOptions = {
  record_delimiter: ['\r\n', '\n', '\r'],
  skip_empty_lines: true,
  skip_records_with_empty_values: true,
}

/** The line by which a file tells Excel its separator: `sep=;`. */
const separatorLine = /^sep=([,;\t|])\r?\n/i

/** What parts the cells, by what the text says or by how it looks. The text is one to be parsed, its lines the same. */
export function takeDelimiter(given: string): { text: string; delimiter: string } {
  const told = separatorLine.exec(given)
  // the line stays, so that those behind it are counted right
  const text = told === null ? given : `\n${given.slice(told[0].length)}`
  return { text, delimiter: told?.[1] ?? detectDelimiter(text) }
}

const breaksIn = (cells: readonly string[]) =>
  cells.reduce((count, cell) => count + (/[\r\n]/.test(cell) ? cell.split(/\r\n|\r|\n/).length - 1 : 0), 0)

/** The line where a row begins that ended in line `lastLine`. */
export const lineOf = (cells: readonly string[], lastLine: number) => lastLine - breaksIn(cells)

function place(fromLine: number, toLine: number): string {
  return fromLine >= toLine ? `Line ${toLine}` : `Lines ${fromLine} to ${toLine}`
}

/** What csv-parse found, in words. `lastGoodLine` is where the last whole row ended. */
export function inWords(
  error: CsvError,
  { columns, lastGoodLine }: { columns: number; lastGoodLine: number },
): AppError {
  const toLine = typeof error.lines === 'number' ? error.lines : lastGoodLine + 1
  const cells = Array.isArray(error.record) ? error.record.length : 0
  const where = place(lastGoodLine + 1, toLine)
  if (error.code === 'CSV_RECORD_INCONSISTENT_FIELDS_LENGTH') {
    const cure = 'Put texts that contain the separator in double quotes, or complete the row.'
    const found = cells === 1 ? 'one cell' : `${cells} cells`
    return invalid(`${where}: the row has ${found}, but the first line names ${columns} columns. ${cure}`, error)
  }
  if (error.code === 'CSV_QUOTE_NOT_CLOSED') {
    return invalid(`${where}: a double quote is opened and never closed. Close it, or remove it.`, error)
  }
  if (error.code === 'INVALID_OPENING_QUOTE' || error.code === 'CSV_INVALID_CLOSING_QUOTE') {
    const cure = 'Put the whole cell in double quotes and write each quote inside it twice ("").'
    return invalid(`${where}: a double quote stands in the middle of a cell. ${cure}`, error)
  }
  return invalid(`${where}: the file cannot be read as CSV.`, error)
}
