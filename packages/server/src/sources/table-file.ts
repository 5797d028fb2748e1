import { CsvError, parse } from 'csv-parse/sync'
import { AppError } from '#core/errors.ts'
import type { ReadTableFile } from '#core/ports/table-file.ts'
import { decodeText } from './table-file/decode-text.ts'
import { detectDelimiter } from './table-file/detect-delimiter.ts'

function invalid(message: string, cause?: unknown): AppError {
  return new AppError('invalid_request', message, cause === undefined ? {} : { cause })
}

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

function parseRows(text: string, delimiter: string): string[][] {
  let lastGoodLine = 0
  let columns = 0
  try {
    return parse(text, {
      delimiter,
      record_delimiter: ['\r\n', '\n', '\r'],
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
      on_record(row: string[], { lines }) {
        if (columns === 0) columns = row.length
        lastGoodLine = lines
        return row
      },
    })
  } catch (error) {
    throw error instanceof CsvError ? inWords(error, { columns, lastGoodLine }) : error
  }
}

/** What a table can take. */
const mostColumns = 200
const longestName = 200

/** The line by which a file tells Excel its separator: `sep=;`. */
const separatorLine = /^sep=([,;\t|])\r?\n/i

/** Columns with a name; nameless ones only when they hold nothing. */
function usedColumns(names: readonly string[], rows: readonly string[][]): number[] {
  const seen = new Map<string, number>()
  return names.flatMap((name, index) => {
    if (name === '') {
      if (rows.every((row) => row[index] === '')) return []
      throw invalid(`Line 1: column ${index + 1} has no name. The first line must name every column.`)
    }
    const earlier = seen.get(name)
    if (earlier !== undefined) {
      throw invalid(`Line 1: columns ${earlier + 1} and ${index + 1} are both called "${name}". Rename one of them.`)
    }
    if (name.length > longestName) {
      throw invalid(`Line 1: the name of column ${index + 1} is longer than ${longestName} letters. Shorten it.`)
    }
    seen.set(name, index)
    return [index]
  })
}

/** `readTableFile()` reads CSV as spreadsheets write it: comma, semicolon, tab or bar between the cells, UTF-8 or UTF-16. */
export const readTableFile: ReadTableFile = (bytes) => {
  const decoded = decodeText(bytes)
  const told = separatorLine.exec(decoded)
  // the line stays, so that those behind it are counted right
  const text = told === null ? decoded : `\n${decoded.slice(told[0].length)}`
  const [header, ...rows] = parseRows(text, told?.[1] ?? detectDelimiter(text))
  if (header === undefined) throw invalid('The file is empty: its first line must name the columns.')
  const names = header.map((name) => name.trim())
  const used = usedColumns(names, rows)
  if (used.length > mostColumns) {
    throw invalid(`Line 1: there are ${used.length} columns; ${mostColumns} are the most. Remove some.`)
  }
  const pick = (row: readonly string[]) => used.map((index) => row[index] ?? '')
  return { columns: pick(names), rows: used.length === names.length ? rows : rows.map(pick) }
}
