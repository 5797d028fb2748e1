import { CsvError, parse } from 'csv-parse/sync'
import { z } from 'zod'
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
 * Reads comma-, semicolon- or tab-separated text with a header, in UTF-8 or UTF-16, with or without byte order mark. A
 * row with more or fewer fields than the header has a problem; everything worse throws a RowsError.
 */
export function readTable(bytes: Uint8Array, name: string): TextTable {
  const text = decode(bytes, name)
  const [header, ...records] = parseLines(text, name)
  if (!header) throw new RowsError(`${name} is empty: its first line must name the columns`)
  const columns = header.fields.map((column) => column.trim())
  const twice = columns.find((column, index) => column !== '' && columns.indexOf(column) !== index)
  if (twice !== undefined) throw new RowsError(`${name}: two columns are named "${twice}"`)
  const rows = records.map(({ fields, line }, index) => ({
    number: index + 1,
    values: Object.fromEntries(columns.flatMap((column, at) => (column === '' ? [] : [[column, fields[at] ?? '']]))),
    ...(fields.length !== columns.length && { problem: ragged(line, fields.length, columns.length) }),
  }))
  return { columns: columns.filter((column) => column !== ''), rows }
}

function ragged(line: number, fields: number, columns: number): string {
  const cause =
    fields > columns ? 'a field with the separator in it must stand in quotation marks' : 'fields are missing'
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

const linesSchema = z.array(
  z
    .object({ record: z.array(z.string()), info: z.object({ lines: z.number() }) })
    .transform(({ record, info }) => ({ fields: record, line: info.lines })),
)

type Line = z.output<typeof linesSchema>[number]

function parseLines(text: string, name: string): Line[] {
  try {
    const options = {
      delimiter: delimiterOf(text),
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      info: true,
    }
    return linesSchema.parse(parse(text, options))
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    throw new RowsError(`${name}: ${error.message}`, { cause: error })
  }
}

/** The separator that stands most often in the header, outside of quotation marks. */
function delimiterOf(text: string): string {
  const header = (/^(?:"(?:[^"]|"")*"|[^"\r\n])*/.exec(text)?.[0] ?? '').replace(/"(?:[^"]|"")*"/g, '')
  const counted = [',', ';', '\t'].map((delimiter) => ({ delimiter, count: header.split(delimiter).length }))
  return counted.reduce((best, next) => (next.count > best.count ? next : best)).delimiter
}
