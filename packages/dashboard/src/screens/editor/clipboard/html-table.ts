/** Larger pages are read as the text that comes with them. */
const MAX_CHARACTERS = 5_000_000
/** No table layer has as many columns. */
const MAX_COLUMNS = 100

/** Where the words of a cell are in another line. */
const BREAK = '\u0000'

function wordsOf(cell: HTMLTableCellElement): string {
  for (const line of cell.querySelectorAll('br, p, div, li')) line.before(BREAK)
  const lines = (cell.textContent ?? '').split(BREAK).map((line) => line.replace(/\s+/g, ' ').trim())
  return lines.filter((line) => line !== '').join('\n')
}

/** The cells of a page that is one table and nothing else; what a merged cell covers is empty. */
export function tableOfHtml(html: string): string[][] | undefined {
  if (!/<table/i.test(html) || html.length > MAX_CHARACTERS) return undefined
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  for (const unseen of body.querySelectorAll('style, script')) unseen.remove()
  const [table, ...others] = body.querySelectorAll('table')
  if (!table || others.length > 0) return undefined
  const rows = [...table.rows]
  const cells = rows.map((): string[] => [])
  for (const [at, row] of rows.entries()) {
    for (const cell of row.cells) put(cells, at, cell)
  }
  table.remove()
  const width = cells.reduce((most, { length }) => Math.max(most, length), 0)
  const isAlone = body.textContent?.trim() === ''
  return isAlone ? cells.map((line) => Array.from({ length: width }, (_, column) => line[column] ?? '')) : undefined
}

/** Puts a cell at the first free place of its row, and in all places that it covers. */
function put(cells: readonly string[][], at: number, cell: HTMLTableCellElement): void {
  const own = cells[at] ?? []
  let from = 0
  while (own[from] !== undefined) from++
  if (from >= MAX_COLUMNS) return
  const to = Math.min(from + cell.colSpan, MAX_COLUMNS)
  for (const line of cells.slice(at, at + Math.max(1, cell.rowSpan))) {
    for (let column = from; column < to; column++) line[column] ??= ''
  }
  own[from] = wordsOf(cell)
}
