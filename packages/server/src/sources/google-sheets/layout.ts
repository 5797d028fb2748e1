import type { FieldKind } from '@pictable/model/field'
import type { FieldFormat } from '@pictable/model/field-format'
import { AppError } from '#core/errors.ts'
import type { Field, SourceRecord } from '#core/ports/source.ts'
import { listed } from '#core/words.ts'
import { columnFormat } from './field-format.ts'
import type { Cell, Grid, GridRow } from './grid.ts'
import { imageUrlIn, kindOf, readValue } from './values.ts'

/** Rows by which the kinds of columns are inferred, behind the header. */
export const SAMPLE_ROWS = 200

export interface Column {
  index: number
  /** Its header: also the id of the field. */
  name: string
  kind: FieldKind
  /** How all of its cells are shown. */
  format: FieldFormat | null
  /** Every filled cell is a formula. */
  computed: boolean
  /** Another column has the same header. */
  isDouble: boolean
}

export interface Layout {
  title: string
  timeZone: string
  columns: readonly Column[]
  /** The column that tells rows apart; null where developer metadata does. */
  keyColumn: Column | null
}

/** The settings of a connection that say how tabs are read. */
export interface Reading {
  keyColumn: string | undefined
  imageColumns: readonly string[]
}

const headerOf = (grid: Grid) => grid.rows.get(0)?.cells ?? new Map<number, Cell>()

function cellsIn(grid: Grid, column: number): Cell[] {
  const cells: Cell[] = []
  for (let row = 1; row <= SAMPLE_ROWS; row++) {
    const cell = grid.rows.get(row)?.cells.get(column)
    if (cell !== undefined) cells.push(cell)
  }
  return cells
}

/** The kinds whose values are plain: others are given as the tab shows them. */
const isPlain = (kind: FieldKind) => kind === 'number' || kind === 'date' || kind === 'date_time'

const isComputed = (cells: readonly Cell[]) =>
  cells.length > 0 && cells.every((cell) => cell.formula !== undefined && imageUrlIn(cell) === null)

/** The columns by the first row of the tab and a sample of the others, both in the grid. */
export function readLayout(
  grid: Grid,
  { title, timeZone, keyColumn, imageColumns }: Reading & { title: string; timeZone: string },
): Layout {
  const columns = new Map<string, Column>()
  const headers = [...headerOf(grid)].map(([index, { text }]) => ({ index, name: text.trim() }))
  for (const { index, name } of headers.toSorted((one, other) => one.index - other.index)) {
    if (name === '') continue
    const known = columns.get(name)
    if (known !== undefined) {
      columns.set(name, { ...known, isDouble: true })
      continue
    }
    const cells = cellsIn(grid, index)
    const kind = imageColumns.includes(name) ? 'attachments' : kindOf(cells)
    const format = isPlain(kind) ? columnFormat(cells, timeZone) : null
    columns.set(name, { index, name, kind, format, computed: isComputed(cells), isDouble: false })
  }
  const key = keyColumn === undefined ? undefined : columns.get(keyColumn)
  return { title, timeZone, columns: [...columns.values()], keyColumn: key ?? null }
}

/** Where the columns are now, with the kinds that were inferred before. */
export function moveColumns(layout: Layout, grid: Grid): Layout {
  const now = readLayout(grid, { ...layout, keyColumn: layout.keyColumn?.name, imageColumns: [] })
  const kinds = new Map(layout.columns.map((column) => [column.name, column]))
  const withKind = (column: Column): Column => {
    const { kind, format, computed } = kinds.get(column.name) ?? column
    return { ...column, kind, format, computed }
  }
  return { ...now, columns: now.columns.map(withKind), keyColumn: now.keyColumn && withKind(now.keyColumn) }
}

export function fieldsOf({ columns }: Layout): Field[] {
  const [first] = columns
  return columns.map((column) => {
    const { name, kind, computed, format } = column
    return { id: name, name, kind, computed, primary: column === first, format }
  })
}

export function columnGone({ title, columns }: Layout, name: string): AppError {
  return new AppError(
    'source_not_found',
    `The column "${name}" is no longer in the first row of the tab "${title}". Restore its header, or choose another field in the action. There are: ${listed(columns.map((column) => column.name))}.`,
  )
}

export function columnOf(layout: Layout, fieldId: string): Column {
  const found = layout.columns.find(({ name }) => name === fieldId)
  if (found === undefined) throw columnGone(layout, fieldId)
  return found
}

/** Whether a row holds anything: a checkbox that is off and a formula that gives nothing do not count. */
export function isFilled({ cells }: GridRow): boolean {
  for (const cell of cells.values())
    if (imageUrlIn(cell) !== null || (cell.value !== null && cell.value !== '' && cell.value !== false)) return true
  return false
}

/** The key in a row; empty for none. */
export function keyIn({ cells }: GridRow, { index }: Column): string {
  const { value = null, text = '' } = cells.get(index) ?? {}
  if (typeof value === 'boolean') return text.trim()
  return value === null ? '' : String(value).trim()
}

/** The record of a row with the wanted columns. */
export function recordOf(
  { timeZone }: Layout,
  { row, id, columns }: { row: GridRow; id: string; columns: readonly Column[] },
): SourceRecord {
  const fields = columns.map(({ name, index, kind }) => [name, readValue(kind, row.cells.get(index), timeZone)])
  return { id, fields: Object.fromEntries(fields) }
}
