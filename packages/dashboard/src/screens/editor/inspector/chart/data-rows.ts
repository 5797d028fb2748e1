import { cellText, readExpression, readText } from '#dashboard/screens/editor/inspector/grid/cell-text.ts'
import { readNumber } from '#dashboard/screens/editor/inspector/grid/read-block.ts'
import type { GridPlace } from '#dashboard/screens/editor/inspector/grid/small-grid.tsx'

/** What a chart shows: names and values by place. An entry may be filled by a record. */
export interface ChartLists {
  readonly labels: readonly unknown[]
  readonly values: readonly unknown[]
}

export const MAX_ENTRIES = 200
const COLUMNS = ['labels', 'values'] as const

/** The entries of a list as it is written: a list, or text with commas. */
function entriesOf(written: unknown, separator: RegExp): readonly unknown[] {
  if (Array.isArray(written)) return written
  if (typeof written !== 'string' || written.trim() === '') return []
  return written
    .trim()
    .split(separator)
    .map((part) => part.trim())
}

/** Both lists, equally long. */
export function chartLists(labels: unknown, values: unknown): ChartLists {
  const lists = { labels: entriesOf(labels, /[,;\n]/), values: entriesOf(values, /[,;\s]+/) }
  const length = Math.max(lists.labels.length, lists.values.length)
  const filled = (list: readonly unknown[]) => [...list, ...new Array<null>(length - list.length).fill(null)]
  return { labels: filled(lists.labels), values: filled(lists.values) }
}

interface Entry {
  readonly text: string
  readonly column: (typeof COLUMNS)[number]
  readonly before: unknown
}

function readCell({ text, column, before }: Entry): unknown {
  const expression = readExpression(text, before)
  if (expression) return expression
  if (text.trim() === '') return null
  // What is no number is for the format to reject, with a reason.
  return column === 'values' ? (readNumber(text) ?? text) : readText(text)
}

/** With another text in a cell; a cell that says the same stays what it is. */
export function withCell(lists: ChartLists, { row, column }: GridPlace, text: string): ChartLists {
  const name = COLUMNS[column] ?? 'values'
  const before = lists[name][row]
  if (cellText(before) === text) return lists
  return { ...lists, [name]: lists[name].with(row, readCell({ text, column: name, before })) }
}

/** With a block of cells from a place on, and as many rows more as it needs. Titles above numbers are left out. */
export function withBlock(
  lists: ChartLists,
  { row, column }: GridPlace,
  block: readonly (readonly string[])[],
): ChartLists {
  const isNumeric = (cell: string | undefined) => cell !== undefined && readNumber(cell) !== undefined
  const ofValues = 1 - column
  const [first, second] = [block[0]?.[ofValues], block[1]?.[ofValues]]
  const hasTitles = row === 0 && !isNumeric(first) && isNumeric(second)
  const cells = (hasTitles ? block.slice(1) : block).slice(0, MAX_ENTRIES - row)
  const missing = Math.max(0, row + cells.length - lists.values.length)
  const room = new Array<null>(missing).fill(null)
  const start = { labels: [...lists.labels, ...room], values: [...lists.values, ...room] }
  return cells.reduce<ChartLists>(
    (lines, line, at) =>
      line
        .slice(0, COLUMNS.length - column)
        .reduce((one, text, over) => withCell(one, { row: row + at, column: column + over }, text), lines),
    start,
  )
}

/** With the rows that `change` makes of them. */
export function withRows(lists: ChartLists, change: (list: readonly unknown[]) => readonly unknown[]): ChartLists {
  return { labels: change(lists.labels), values: change(lists.values) }
}

/** The lists as a design has them: names that are all empty are left out. */
export function writtenLists({ labels, values }: ChartLists): {
  labels: readonly unknown[] | undefined
  values: readonly unknown[]
} {
  const isEmpty = labels.every((label) => label === null || label === '')
  return { labels: isEmpty ? undefined : labels, values }
}
