import { readSheet } from 'read-excel-file/universal'
import { z } from 'zod'
import { AppError } from '#core/errors.ts'
import type { FileRow } from '#core/ports/table-file.ts'
import { listed } from '#core/words.ts'
import { type Grid, invalid } from './grid.ts'
import { repackWorkbook } from './repack-workbook.ts'

export interface Workbook {
  grid: Grid
  sheets: { read: string; all: string[] }
}

const secondMs = 1000
const dayMs = 86_400_000
/** Spreadsheets count days from here: a number below one is a time of day. */
const firstDayMs = Date.UTC(1900, 0, 1)

/** A name that no sheet can have: asking for it tells the names there are. */
const noSheet = '/'
const sheetNotFound = z.object({ name: z.literal('SheetNotFoundError'), sheets: z.array(z.string()) })

const blobOf = (bytes: Uint8Array) => new Blob([new Uint8Array(bytes)])

async function sheetNames(contents: Uint8Array): Promise<string[]> {
  try {
    await readSheet(blobOf(contents), noSheet)
  } catch (error) {
    const told = sheetNotFound.safeParse(error)
    if (told.success) return told.data.sheets
    throw error
  }
  return []
}

function chosenSheet(names: readonly string[], wanted: string | undefined): string {
  const loose = (name: string) => name.trim().toLowerCase()
  const found =
    wanted === undefined
      ? names[0]
      : (names.find((name) => name === wanted) ??
        names.find((name) => loose(name) === loose(wanted)) ??
        (/^\d{1,4}$/.test(wanted) ? names[Number(wanted) - 1] : undefined))
  if (found !== undefined) return found
  if (names.length === 0) throw invalid('The workbook holds no sheet.')
  throw invalid(`The workbook has no sheet "${wanted}". It has: ${listed(names)}.`)
}

/** To the second: what a spreadsheet keeps as a fraction of a day is off by less. */
const timeOf = (date: Date) => Math.round(date.getTime() / secondMs) * secondMs

function dateText(date: Date, withTime: boolean): string {
  const time = timeOf(date)
  if (Number.isNaN(time)) return ''
  const text = new Date(time).toISOString().replace('.000Z', 'Z')
  if (time < firstDayMs) return text.slice(11, 16)
  return withTime ? text : text.slice(0, 10)
}

/** Spreadsheets show 15 digits: those behind come of counting in binary. */
const numberText = (number: number) => String(Number(number.toPrecision(15)))

function textOf(cell: unknown, withTime: boolean): string {
  if (cell === null || cell === undefined) return ''
  if (cell instanceof Date) return dateText(cell, withTime)
  return typeof cell === 'number' ? numberText(cell) : String(cell)
}

const hasTime = (cell: unknown) => cell instanceof Date && timeOf(cell) % dayMs !== 0

/** Places of the columns in which a row below the first says so. */
function columnsWhere(rows: readonly (readonly unknown[])[], holds: (cell: unknown) => boolean): Set<number> {
  const places = new Set<number>()
  for (const row of rows.slice(1))
    row.forEach((cell, index) => {
      if (holds(cell)) places.add(index)
    })
  return places
}

function gridOf(cells: readonly (readonly unknown[])[], sheet: string): Grid {
  const isFilled = (row: readonly unknown[]) => row.some((cell) => textOf(cell, false).trim() !== '')
  const first = Math.max(0, cells.findIndex(isFilled))
  const below = cells.slice(first)
  const times = columnsWhere(below, hasTime)
  const rows = below.flatMap((row, index): FileRow[] =>
    isFilled(row)
      ? [{ line: first + index + 1, cells: row.map((cell, at) => textOf(cell, index > 0 && times.has(at))) }]
      : [],
  )
  const header = rows.shift()
  if (header === undefined) throw invalid(`The sheet "${sheet}" is empty: its first row must name the columns.`)
  return { word: 'Row', header, rows, textColumns: columnsWhere(below, (cell) => typeof cell === 'string') }
}

/**
 * Reads a sheet of an Excel workbook: results of formulas, dates as ISO 8601 (a time of day makes the column one of times,
 * taken as UTC), of merged cells the first. @throws AppError `invalid_request` in words
 */
export async function readWorkbook(bytes: Uint8Array, wanted: string | undefined): Promise<Workbook> {
  const { workbook, contents } = repackWorkbook(bytes)
  try {
    const all = await sheetNames(contents)
    const read = chosenSheet(all, wanted)
    const cells: readonly (readonly unknown[])[] | undefined = await readSheet(blobOf(workbook), read, { trim: false })
    if (cells === undefined) throw invalid(`"${read}" is a chart, not a sheet of cells. There are: ${listed(all)}.`)
    return { grid: gridOf(cells, read), sheets: { read, all } }
  } catch (error) {
    if (error instanceof AppError) throw error
    const cure = 'Open it in a spreadsheet program and save it again as "Excel Workbook (.xlsx)", or as CSV.'
    throw invalid(`The workbook cannot be read. ${cure}`, error)
  }
}
