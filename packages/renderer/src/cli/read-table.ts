import { readCsv } from '#renderer/csv/read-csv.ts'
import { RowsError } from './rows-error.ts'

export interface TableRow {
  /** The first row below the header is 1. */
  readonly number: number
  /** By column name. */
  readonly values: Readonly<Record<string, string>>
  /** Why the row cannot be used. */
  readonly problem?: string
}

export interface TextTable {
  readonly columns: readonly string[]
  readonly rows: readonly TableRow[]
}

/**
 * Reads CSV with a header, whatever separates its fields, in UTF-8 or UTF-16, with or without byte order mark. A row with
 * more or fewer fields than the header has a problem; everything worse throws a RowsError.
 */
export function readTable(bytes: Uint8Array, name: string): TextTable {
  const [header, ...records] = readCsv(decode(bytes, name))
  if (!header) throw new RowsError(`${name} is empty: its first line must name the columns`)
  const columns = header.cells.map((column) => column.trim())
  const twice = columns.find((column, index) => column !== '' && columns.indexOf(column) !== index)
  if (twice !== undefined) throw new RowsError(`${name}: two columns are named "${twice}"`)
  const open = records.find(({ flaw }) => flaw === 'quote-open')
  if (open) throw new RowsError(`${name}: line ${open.line} opens a quotation mark that is never closed`)
  const rows = records.map(({ cells, lastLine }, index) => ({
    number: index + 1,
    values: Object.fromEntries(columns.flatMap((column, at) => (column === '' ? [] : [[column, cells[at] ?? '']]))),
    ...(cells.length !== columns.length && { problem: ragged(lastLine, cells.length, columns.length) }),
  }))
  return { columns: columns.filter((column) => column !== ''), rows }
}

function ragged(line: number, fields: number, columns: number): string {
  const cause = fields > columns ? 'put fields that contain the separator in quotation marks' : 'fields are missing'
  return `line ${line} has ${fields} fields, but the header has ${columns} (${cause})`
}

function decode(bytes: Uint8Array, name: string): string {
  const encoding = bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : 'utf-8'
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch (error) {
    throw new RowsError(`${name} is not UTF-8 text; save it as "CSV UTF-8"`, { cause: error })
  }
}
