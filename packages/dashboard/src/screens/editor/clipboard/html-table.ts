import { TABLE_LIMITS } from '@pictable/renderer/template'
import type { Sheet } from './table-excess.ts'

/** Larger pages are read as the text that comes with them. */
const MAX_CHARACTERS = 5_000_000

/** Where the words of a cell are in another line. */
const BREAK = '\u0000'

/** What the browser shows in lines of its own. */
const BLOCKS =
  'article, aside, blockquote, center, dd, details, div, dl, dt, figcaption, figure, footer, form, h1, h2, h3, h4, h5, h6, header, hr, li, main, nav, ol, p, pre, section, summary, ul'

function wordsOf(cell: HTMLTableCellElement): string {
  for (const line of cell.querySelectorAll('br')) line.before(BREAK)
  for (const block of cell.querySelectorAll(BLOCKS)) {
    block.before(BREAK)
    block.after(BREAK)
  }
  const lines = (cell.textContent ?? '').split(BREAK).map((line) => line.replace(/\s+/g, ' ').trim())
  return lines.filter((line) => line !== '').join('\n')
}

/** The cells of a page that is one table and nothing else; what a merged cell covers is empty. */
export function tableOfHtml(html: string): Sheet | undefined {
  if (!/<table/i.test(html) || html.length > MAX_CHARACTERS) return undefined
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  for (const unseen of body.querySelectorAll('style, script')) unseen.remove()
  const [table, ...others] = body.querySelectorAll('table')
  if (!table || others.length > 0) return undefined
  const rows = [...table.rows]
  table.remove()
  if (body.textContent?.trim() !== '') return undefined
  // No more is kept than a table layer can have.
  const cells = rows.slice(0, TABLE_LIMITS.rows).map((): string[] => [])
  let columns = 0
  for (const row of cells.keys()) {
    let column = 0
    for (const cell of rows[row]?.cells ?? []) column = put(cells, cell, { row, column })
    columns = Math.max(columns, column)
  }
  const width = cells.reduce((most, { length }) => Math.max(most, length), 0)
  const padded = cells.map((line) => Array.from({ length: width }, (_, column) => line[column] ?? ''))
  return { rows: rows.length, columns: Math.max(columns, width), cells: padded }
}

/** Puts a cell at the first free place of its row from a column on, and in all places that it covers. @returns where it ends */
function put(
  cells: readonly string[][],
  cell: HTMLTableCellElement,
  { row, column }: Readonly<{ row: number; column: number }>,
): number {
  const own = cells[row] ?? []
  let from = column
  while (own[from] !== undefined) from++
  const to = from + cell.colSpan
  if (from >= TABLE_LIMITS.columns) return to
  for (const line of cells.slice(row, row + Math.max(1, cell.rowSpan))) {
    for (let covered = from; covered < Math.min(to, TABLE_LIMITS.columns); covered++) line[covered] ??= ''
  }
  own[from] = wordsOf(cell)
  return to
}
