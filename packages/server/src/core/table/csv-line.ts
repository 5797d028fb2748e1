const quoted = (text: string) => (/[",;|\t\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

/** The mark tells spreadsheets that it is UTF-8. */
export const csvMark = '\ufeff'

/** One row of a CSV file, as spreadsheets like it. */
export function csvLine(texts: readonly string[]): string {
  const line = texts.map(quoted).join(',')
  // a row of one empty cell is no empty line
  return `${line === '' ? '""' : line}\r\n`
}
