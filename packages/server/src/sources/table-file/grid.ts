import { AppError } from '#core/errors.ts'
import type { FileRow, TableFile } from '#core/ports/table-file.ts'
import { unguarded } from '#core/table/formula-guard.ts'
import { guessColumn } from '#core/table/guess-kind.ts'
import { columnFormat } from './column-format.ts'

/** What a file says, before it is looked at as a table. */
export interface Grid {
  /** What people call a row of it, and where the names of the columns stand. */
  word: 'Line' | 'Row'
  header: FileRow
  rows: FileRow[]
  /** Numbers of the columns as the file counts them; in order from 1 by default. */
  columnNumbers?: readonly number[]
  /** Places of columns whose cells were typed as text. */
  textColumns?: ReadonlySet<number>
  /** By the place of a column: how its cells are shown, such as `#,##0.00`. */
  patterns?: ReadonlyMap<number, ReadonlySet<string>>
}

export interface GridTable {
  columns: TableFile['columns'][number][]
  rows: FileRow[]
  errorCells: number
}

export function invalid(message: string, cause?: unknown): AppError {
  return new AppError('invalid_request', message, cause === undefined ? {} : { cause })
}

export const saveAgain = 'Open it in a spreadsheet program and save it again as "Excel Workbook (.xlsx)".'
export const broken = (cause?: unknown): AppError =>
  invalid(`The workbook is damaged or incomplete. ${saveAgain}`, cause)

/** What a table can take. */
const mostColumns = 200
const longestName = 200
const longestCell = 1_000_000

/** How spreadsheets show a formula that failed. */
const errorCell = /^#(NULL!|DIV\/0!|VALUE!|REF!|NAME\?|NUM!|N\/A|SPILL!|CALC!|FIELD!|BLOCKED!|CONNECT!|UNKNOWN!|BUSY!)$/

/** Empties what holds an error of the spreadsheet. @returns how many did */
function emptyErrors(rows: readonly FileRow[]): number {
  let count = 0
  for (const { cells } of rows)
    cells.forEach((cell, index) => {
      if (!cell.startsWith('#') || !errorCell.test(cell)) return
      cells[index] = ''
      count++
    })
  return count
}

/** Columns with a name; nameless ones only when they hold nothing. */
function usedColumns({ word, header, rows, columnNumbers }: Grid): number[] {
  const numberOf = (index: number) => columnNumbers?.[index] ?? index + 1
  const at = `${word} ${header.line}`
  const seen = new Map<string, number>()
  return header.cells.flatMap((name, index) => {
    if (name === '') {
      if (rows.every(({ cells }) => (cells[index] ?? '') === '')) return []
      throw invalid(
        `${at}: column ${numberOf(index)} has no name. The first ${word.toLowerCase()} must name every column.`,
      )
    }
    const earlier = seen.get(name)
    if (earlier !== undefined) {
      throw invalid(
        `${at}: columns ${numberOf(earlier)} and ${numberOf(index)} are both called "${name}". Rename one of them.`,
      )
    }
    if (name.length > longestName) {
      throw invalid(
        `${at}: the name of column ${numberOf(index)} is longer than ${longestName} characters. Shorten it.`,
      )
    }
    seen.set(name, index)
    return [index]
  })
}

function refuseLongCells({ word, rows, columnNumbers }: Grid): void {
  for (const { line, cells } of rows) {
    const index = cells.findIndex((cell) => cell.length > longestCell)
    if (index >= 0)
      throw invalid(
        `${word} ${line}: the cell in column ${columnNumbers?.[index] ?? index + 1} is longer than 1 MB. Shorten it.`,
      )
  }
}

function* cellsOf(rows: readonly FileRow[], index: number): Iterable<string> {
  for (const { cells } of rows) yield cells[index] ?? ''
}

/** Makes a table of it: named columns with a kind each, rows as long as there are columns. @throws AppError in words */
export function tableOf(given: Grid): GridTable {
  const grid = {
    ...given,
    header: { ...given.header, cells: given.header.cells.map((name) => unguarded(name.trim())) },
  }
  const { word, header, textColumns, patterns } = grid
  refuseLongCells(grid)
  const errorCells = emptyErrors(grid.rows)
  const used = usedColumns(grid)
  if (used.length === 0) throw invalid('The file has no columns.')
  if (used.length > mostColumns) {
    throw invalid(
      `${word} ${header.line}: the file has ${used.length} columns, and at most ${mostColumns} are allowed. Remove some.`,
    )
  }
  const rows = grid.rows.map(({ line, cells }) => ({ line, cells: used.map((index) => cells[index] ?? '') }))
  const columns = used.map((place, index) => {
    const guessed = guessColumn(() => cellsOf(rows, index), textColumns?.has(place))
    const format = columnFormat(guessed.kind, patterns?.get(place) ?? [])
    return { name: header.cells[place] ?? '', ...(format && { format }), ...guessed }
  })
  return { columns, rows, errorCells }
}
