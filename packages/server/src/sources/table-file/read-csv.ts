import { readCsv as readRows } from '@pictable/renderer/csv'
import { createRowCheck } from './csv-format.ts'
import { decodeText } from './decode-text.ts'
import { type Grid, invalid } from './grid.ts'

/** Reads CSV as spreadsheets write it: comma, semicolon, tab or bar between the cells, UTF-8 or UTF-16. */
export function readCsv(bytes: Uint8Array): Grid {
  const [header, ...rows] = readRows(decodeText(bytes)).map(createRowCheck())
  if (header === undefined) throw invalid('The file is empty: its first line must name the columns.')
  return { word: 'Line', header, rows }
}
