export type Value = string | number | boolean

export interface FakeCell {
  /** What a formula gives, or what was entered; null for a formula that gives no value, such as `IMAGE()`. */
  value: Value | null
  formula?: string
  /** Of the number format: `DATE`, `CURRENCY` … */
  format?: string
  /** Default: the one of its type in the locale en_US. */
  pattern?: string
  /** As it is shown, where that is more than the value. */
  text?: string
}

export interface FakeMark {
  id: number
  key: string
  value: string
}

export interface FakeRow {
  cells: (FakeCell | null)[]
  /** Developer metadata: moves with the row. */
  marks: FakeMark[]
}

export interface FakeTab {
  sheetId: number
  title: string
  columnCount: number
  rows: FakeRow[]
}

export interface FakeSpreadsheet {
  id: string
  name: string
  timeZone: string
  tabs: FakeTab[]
  /** Who may open it, by e-mail address. */
  access: Map<string, 'reader' | 'writer'>
}

export const cellOf = (value: Value | FakeCell | null): FakeCell | null =>
  value === null || typeof value === 'object' ? value : { value }

export const rowOf = (values: readonly (Value | FakeCell | null)[]): FakeRow => ({
  cells: values.map(cellOf),
  marks: [],
})

const blank = (): FakeRow => ({ cells: [], marks: [] })

/** A tab with its rows, and blank ones behind them, as Google makes them. */
export function createTab(
  about: { sheetId: number; title: string; blankRows?: number; columnCount?: number },
  rows: readonly (readonly (Value | FakeCell | null)[])[],
): FakeTab {
  const { sheetId, title, blankRows = 0, columnCount = Math.max(26, ...rows.map(({ length }) => length)) } = about
  const filled = rows.map(rowOf)
  return { sheetId, title, columnCount, rows: [...filled, ...Array.from({ length: blankRows }, blank)] }
}

export const columnNamed = ({ rows }: FakeTab, name: string): number =>
  rows[0]?.cells.findIndex((cell) => cell?.value === name) ?? -1

export const shownText = (cell: FakeCell): string => {
  const { value } = cell
  return cell.text ?? (typeof value === 'boolean' ? String(value).toUpperCase() : String(value ?? ''))
}

/** What people do to a tab while a program works on it. */
export const edits = {
  insertRow(tab: FakeTab, at: number, values: readonly (Value | FakeCell | null)[] = []) {
    tab.rows.splice(at, 0, rowOf(values))
  },
  deleteRow: (tab: FakeTab, at: number) => void tab.rows.splice(at, 1),
  moveRow(tab: FakeTab, from: number, to: number) {
    const [row] = tab.rows.splice(from, 1)
    if (row !== undefined) tab.rows.splice(to, 0, row)
  },
  /** Sorts all rows behind the header; blank ones come last. */
  sortRows(tab: FakeTab, column: number, isDescending: boolean) {
    const [header, ...rows] = tab.rows
    const textIn = ({ cells }: FakeRow) => cells[column]?.value ?? null
    const compare = (one: FakeRow, other: FakeRow) => {
      const [a, b] = [textIn(one), textIn(other)]
      if (a === null || b === null) return Number(a === null) - Number(b === null)
      const order = typeof a === 'number' && typeof b === 'number' ? a - b : String(a).localeCompare(String(b))
      return isDescending ? -order : order
    }
    tab.rows = [...(header === undefined ? [] : [header]), ...rows.toSorted(compare)]
  },
  /** The other way in which Google may sort: only what is in the cells moves, and the developer metadata of rows stays. */
  sortValues(tab: FakeTab, column: number, isDescending: boolean) {
    const marks = tab.rows.map((row) => row.marks)
    edits.sortRows(tab, column, isDescending)
    tab.rows = tab.rows.map(({ cells }, index) => ({ cells, marks: marks[index] ?? [] }))
  },
  insertColumn(tab: FakeTab, at: number, name: string) {
    for (const [index, { cells }] of tab.rows.entries()) {
      while (cells.length < at) cells.push(null)
      cells.splice(at, 0, index === 0 ? { value: name } : null)
    }
    tab.columnCount++
  },
  deleteColumn(tab: FakeTab, at: number) {
    for (const { cells } of tab.rows) cells.splice(at, 1)
    tab.columnCount--
  },
}
