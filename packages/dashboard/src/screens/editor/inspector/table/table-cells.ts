import { cellText, readExpression, readText } from '#dashboard/screens/editor/inspector/grid/cell-text.ts'
import type { GridPlace } from '#dashboard/screens/editor/inspector/grid/small-grid.tsx'
import { partAt } from '#dashboard/screens/editor/properties/values.ts'

/** The most rows and columns that are typed here; larger tables are text. */
export const MAX_ROWS = 100
export const MAX_COLUMNS = 12

/** Plain values, and what a record fills. */
export type Cells = readonly (readonly unknown[])[]

const isCell = (cell: unknown): boolean =>
  cell === null ||
  ['string', 'number', 'boolean', 'undefined'].includes(typeof cell) ||
  typeof partAt(cell, 'expression') === 'string' ||
  partAt(cell, 'bind') !== undefined

const isRow = (row: unknown): row is readonly unknown[] => Array.isArray(row) && row.every(isCell)

/** The rows of a table that are few enough for a grid, each as long as the longest; undefined for any others. */
export function gridCells(written: unknown): Cells | undefined {
  const rows: unknown = written ?? []
  if (!Array.isArray(rows) || rows.length > MAX_ROWS || !rows.every(isRow)) return undefined
  const width = Math.max(1, ...rows.map((row) => row.length))
  if (width > MAX_COLUMNS) return undefined
  return rows.map((row) => [...row, ...new Array<string>(width - row.length).fill('')])
}

const widthOf = (cells: Cells) => cells[0]?.length ?? 1

const readCell = (text: string, before?: unknown): unknown => readExpression(text, before) ?? readText(text)

/** With another text in a cell; one that says the same stays what it is, such as a number. */
export function withTableCell(cells: Cells, { row, column }: GridPlace, text: string): Cells {
  return cells.map((line, at) =>
    at === row && cellText(line[column]) !== text ? line.with(column, readCell(text, line[column])) : line,
  )
}

/** With a block of cells from a place on, and as many rows and columns more as it needs. */
export function withTableBlock(cells: Cells, { row, column }: GridPlace, block: readonly (readonly string[])[]): Cells {
  const blockWidth = Math.max(...block.map((line) => line.length))
  const width = Math.min(MAX_COLUMNS, Math.max(widthOf(cells), column + blockWidth))
  const height = Math.min(MAX_ROWS, Math.max(cells.length, row + block.length))
  return Array.from({ length: height }, (_, at) =>
    Array.from({ length: width }, (_, over) => {
      const text = block[at - row]?.[over - column]
      return text === undefined ? (cells[at]?.[over] ?? '') : readCell(text)
    }),
  )
}

export function withTableColumn(cells: Cells): Cells {
  return cells.map((line) => [...line, ''])
}

export function withoutTableColumn(cells: Cells, column: number): Cells {
  return cells.map((line) => line.toSpliced(column, 1))
}

export function withTableRow(cells: Cells): Cells {
  return [...cells, new Array<string>(widthOf(cells)).fill('')]
}
