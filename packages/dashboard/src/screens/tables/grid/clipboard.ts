/** Rows of cells, as spreadsheets exchange them. */
export type Block<Cell = string> = readonly (readonly Cell[])[]

function quoted(cell: string): string {
  return /["\t\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}

export function blockText(block: Block): string {
  return block.map((row) => row.map(quoted).join('\t')).join('\n')
}

const token = /("(?:[^"]|"")*"(?=[\t\r\n]|$)|[^\t\r\n]*)(\t|\r\n|\r|\n|$)/gy

function unquoted(cell: string): string {
  const isQuoted = cell.length > 1 && cell.startsWith('"') && cell.endsWith('"')
  return isQuoted ? cell.slice(1, -1).replaceAll('""', '"') : cell
}

/** What spreadsheets put on the clipboard: tabs and line breaks, and quotes around cells that hold these. */
export function parseBlock(text: string): Block {
  const rows: string[][] = []
  let row: string[] = []
  for (const [, cell = '', end] of text.matchAll(token)) {
    row.push(unquoted(cell))
    if (end === '\t') continue
    rows.push(row)
    row = []
    if (end === '') break
  }
  // Spreadsheets end the last row like all others.
  const last = rows.at(-1)
  if (rows.length > 1 && last?.length === 1 && last[0] === '') rows.pop()
  return rows
}

export function widthOf(block: Block<unknown>): number {
  return block.reduce((widest, row) => Math.max(widest, row.length), 0)
}

/** The block over and over, so that it fills a place of that size. */
export function tiled<Cell>(block: Block<Cell>, { rows, columns }: { rows: number; columns: number }): Block<Cell> {
  return Array.from({ length: rows }, (_, at) => {
    const row = block[at % block.length] ?? []
    return Array.from({ length: columns }, (_, column) => row[column % row.length]).filter((cell) => cell !== undefined)
  })
}
