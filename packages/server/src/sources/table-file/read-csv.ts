import { CsvError, parse } from 'csv-parse/sync'
import type { AppError } from '#core/errors.ts'
import type { FileRow } from '#core/ports/table-file.ts'
import { decodeText } from './decode-text.ts'
import { detectDelimiter } from './detect-delimiter.ts'
import { type Grid, invalid } from './grid.ts'

function place(fromLine: number, toLine: number): string {
  return fromLine >= toLine ? `Line ${toLine}` : `Lines ${fromLine} to ${toLine}`
}

/** What csv-parse found, in words. `lastGoodLine` is where the last whole row ended. */
function inWords(error: CsvError, { columns, lastGoodLine }: { columns: number; lastGoodLine: number }): AppError {
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

const breaksIn = (cells: readonly string[]) =>
  cells.reduce((count, cell) => count + (/[\r\n]/.test(cell) ? cell.split(/\r\n|\r|\n/).length - 1 : 0), 0)

function parseRows(text: string, delimiter: string): FileRow[] {
  const rows: FileRow[] = []
  let lastGoodLine = 0
  let columns = 0
  try {
    parse(text, {
      delimiter,
      record_delimiter: ['\r\n', '\n', '\r'],
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
      on_record(row: string[], { lines }) {
        if (columns === 0) columns = row.length
        rows.push({ line: lines - breaksIn(row), cells: row })
        lastGoodLine = lines
        return null
      },
    })
    return rows
  } catch (error) {
    throw error instanceof CsvError ? inWords(error, { columns, lastGoodLine }) : error
  }
}

/** The line by which a file tells Excel its separator: `sep=;`. */
const separatorLine = /^sep=([,;\t|])\r?\n/i

/** Reads CSV as spreadsheets write it: comma, semicolon, tab or bar between the cells, UTF-8 or UTF-16. */
export function readCsv(bytes: Uint8Array): Grid {
  const decoded = decodeText(bytes)
  const told = separatorLine.exec(decoded)
  // the line stays, so that those behind it are counted right
  const text = told === null ? decoded : `\n${decoded.slice(told[0].length)}`
  const rows = parseRows(text, told?.[1] ?? detectDelimiter(text))
  const header = rows.shift()
  if (header === undefined) throw invalid('The file is empty: its first line must name the columns.')
  return { word: 'Line', header, rows }
}
