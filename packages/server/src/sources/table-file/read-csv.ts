import { CsvError, parse } from 'csv-parse/sync'
import type { FileRow } from '#core/ports/table-file.ts'
import { csvOptions, inWords, lineOf, takeDelimiter } from './csv-format.ts'
import { decodeText } from './decode-text.ts'
import { type Grid, invalid } from './grid.ts'

function parseRows(text: string, delimiter: string): FileRow[] {
  const rows: FileRow[] = []
  let lastGoodLine = 0
  let columns = 0
  try {
    parse(text, {
      ...csvOptions,
      delimiter,
      on_record(row: string[], { lines }) {
        if (columns === 0) columns = row.length
        rows.push({ line: lineOf(row, lines), cells: row })
        lastGoodLine = lines
        return null
      },
    })
    return rows
  } catch (error) {
    throw error instanceof CsvError ? inWords(error, { columns, lastGoodLine }) : error
  }
}

/** Reads CSV as spreadsheets write it: comma, semicolon, tab or bar between the cells, UTF-8 or UTF-16. */
export function readCsv(bytes: Uint8Array): Grid {
  const decoded = decodeText(bytes)
  const { text, delimiter } = takeDelimiter(decoded)
  const rows = parseRows(text, delimiter)
  const header = rows.shift()
  if (header === undefined) throw invalid('The file is empty: its first line must name the columns.')
  return { word: 'Line', header, rows }
}
