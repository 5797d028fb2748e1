import { readSheet } from 'read-excel-file/universal'
import { z } from 'zod'
import { AppError } from '#core/errors.ts'
import type { FileRow } from '#core/ports/table-file.ts'
import { listed } from '#core/words.ts'
import { COMPACT_WIDTH } from './compact-sheet.ts'
import { type Grid, invalid } from './grid.ts'
import { type Epoch, type Places, type Repacked, repackWorkbook } from './repack-workbook.ts'

export interface Workbook {
  grid: Grid
  sheets: { read: string; all: string[] }
}

const secondMs = 1000
const dayMs = 86_400_000
/** A number of days below one is a time of day: what is before this, by the year from which days are counted. */
const timesEndMs: Readonly<Record<Epoch, number>> = { 1900: Date.UTC(1900, 0, 1), 1904: Date.UTC(1904, 0, 2) }

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
  if (names.length === 0) throw invalid('The workbook has no sheet. Add one.')
  throw invalid(`The workbook has no sheet "${wanted}". It has: ${listed(names)}.`)
}

/** To the second: what a spreadsheet keeps as a fraction of a day is off by less. */
const timeOf = (date: Date) => Math.round(date.getTime() / secondMs) * secondMs

interface Dates {
  withTime: boolean
  epoch: Epoch
}

function dateText(date: Date, { withTime, epoch }: Dates): string {
  const time = timeOf(date)
  if (Number.isNaN(time)) return ''
  const text = new Date(time).toISOString().replace('.000Z', 'Z')
  if (time < timesEndMs[epoch]) return text.slice(11, 16)
  return withTime ? text : text.slice(0, 10)
}

/** Spreadsheets show 15 digits: those behind come of counting in binary. */
const numberText = (number: number) => String(Number(number.toPrecision(15)))

function textOf(cell: unknown, dates: Dates): string {
  if (cell === null || cell === undefined) return ''
  if (cell instanceof Date) return dateText(cell, dates)
  return typeof cell === 'number' ? numberText(cell) : String(cell)
}

const hasTime = (cell: unknown) => cell instanceof Date && timeOf(cell) % dayMs !== 0

/** A sheet, cell by cell in its order: as many calls as it has cells that hold something. */
type EachCell = (visit: (line: number, column: number, value: unknown, style: number) => void) => void

/** Goes through the filled cells of a compact sheet, by the places that they had. */
function eachCellOf(read: readonly (readonly unknown[])[], { lines, columns, styles }: Places): EachCell {
  return (visit) =>
    lines.forEach((line, index) => {
      const value = read[Math.floor(index / COMPACT_WIDTH) + 1]?.[index % COMPACT_WIDTH] ?? null
      if (value !== null) visit(line, columns[index] ?? 0, value, styles[index] ?? 0)
    })
}

/** More than a sheet of people has: one of gaps must not take more memory than its cells. */
const MAX_GRID_CELLS = 20_000_000

interface Layout {
  /** Rows that hold more than blanks. */
  filled: Set<number>
  /** Columns that hold something. */
  columnNumbers: number[]
}

function layoutOf(eachCell: EachCell): Layout {
  const [filled, columns] = [new Set<number>(), new Set<number>()]
  eachCell((line, column, value) => {
    columns.add(column)
    if (typeof value !== 'string' || value.trim() !== '') filled.add(line)
  })
  return { filled, columnNumbers: [...columns].sort((one, other) => one - other) }
}

function gridOf(eachCell: EachCell, sheet: string, { epoch, patterns }: Pick<Repacked, 'epoch' | 'patterns'>): Grid {
  const { filled, columnNumbers } = layoutOf(eachCell)
  const [first] = filled
  if (first === undefined) throw invalid(`The sheet "${sheet}" is empty: its first row must name the columns.`)
  if (columnNumbers.length * filled.size > MAX_GRID_CELLS) {
    const size = `${filled.size} rows and ${columnNumbers.length} columns`
    throw invalid(
      `The sheet "${sheet}" has ${size}, which is too large. Split it, or remove columns that are mostly empty.`,
    )
  }
  const placeOf = new Map(columnNumbers.map((column, index) => [column, index]))
  const [times, textColumns] = [new Set<number>(), new Set<number>()]
  const shown = new Map(columnNumbers.map((_, index) => [index, new Set<string>()]))
  eachCell((line, column, value, style) => {
    if (line <= first) return
    shown.get(placeOf.get(column) ?? 0)?.add(patterns[style] ?? '')
    if (hasTime(value)) times.add(column)
    if (typeof value === 'string') textColumns.add(placeOf.get(column) ?? 0)
  })
  const rowOf = new Map(
    Array.from(filled, (line): [number, FileRow] => [line, { line, cells: columnNumbers.map(() => '') }]),
  )
  eachCell((line, column, value) => {
    const row = rowOf.get(line)
    if (row) row.cells[placeOf.get(column) ?? 0] = textOf(value, { withTime: line > first && times.has(column), epoch })
  })
  const [header = { line: first, cells: [] }, ...rows] = rowOf.values()
  return { word: 'Row', header, rows, columnNumbers, textColumns, patterns: shown }
}

/**
 * Reads a sheet of an Excel workbook: results of formulas, dates as ISO 8601 (a time of day makes the column one of times,
 * taken as UTC), of merged cells the first; with how its columns are shown. @throws AppError `invalid_request` in words
 */
export async function readWorkbook(bytes: Uint8Array, wanted: string | undefined): Promise<Workbook> {
  const { workbook, contents, sheets, ...styles } = repackWorkbook(bytes)
  try {
    const all = await sheetNames(contents)
    const read = chosenSheet(all, wanted)
    const cells: readonly (readonly unknown[])[] | undefined = await readSheet(blobOf(workbook), read, { trim: false })
    if (cells === undefined) throw invalid(`"${read}" is a chart, not a sheet of cells. There are: ${listed(all)}.`)
    const places = sheets[Number(cells[0]?.[0])] ?? { lines: [], columns: [], styles: [] }
    return { grid: gridOf(eachCellOf(cells, places), read, styles), sheets: { read, all } }
  } catch (error) {
    if (error instanceof AppError) throw error
    const cure = 'Open it in a spreadsheet program and save it again as "Excel Workbook (.xlsx)", or as CSV.'
    throw invalid(`The workbook cannot be read. ${cure}`, error)
  }
}
