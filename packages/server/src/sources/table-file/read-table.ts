import { refuseForeignFile } from './foreign-file.ts'
import { type GridTable, invalid, tableOf } from './grid.ts'
import { readCsv } from './read-csv.ts'
import { readWorkbook } from './read-workbook.ts'

const startsWith = (bytes: Uint8Array, ...start: number[]) => start.every((byte, index) => bytes[index] === byte)

/** Names inside the older container of Office are UTF-16. */
const holdsName = (bytes: Uint8Array, name: string) => Buffer.from(bytes).includes(Buffer.from(name, 'utf16le'))

function refuseOldOffice(bytes: Uint8Array): void {
  if (!startsWith(bytes, 0xd0, 0xcf, 0x11, 0xe0)) return
  if (holdsName(bytes, 'EncryptedPackage')) {
    throw invalid('The workbook is protected by a password. Remove the password, or save the sheet as CSV.')
  }
  throw invalid('This workbook has the old Excel format (.xls). Save it as "Excel Workbook (.xlsx)".')
}

/** Reads a table from CSV or from an Excel workbook, told apart by their bytes. @throws AppError `invalid_request` */
export async function readTable(
  bytes: Uint8Array,
  sheet?: string,
): Promise<GridTable & { sheets: { read: string; all: string[] } | null }> {
  refuseOldOffice(bytes)
  refuseForeignFile(bytes)
  if (startsWith(bytes, 0x50, 0x4b)) {
    const { grid, sheets } = await readWorkbook(bytes, sheet)
    return { ...tableOf(grid), sheets }
  }
  if (sheet !== undefined) throw invalid('A CSV file has no sheets. Remove the sheet.')
  return { ...tableOf(readCsv(bytes)), sheets: null }
}
