import { readFile, stat } from 'node:fs/promises'
import type { TableFile } from '#core/ports/table-file.ts'
import { cellOfField } from '#core/table/cell.ts'
import { invalid } from '#sources/table-file/grid.ts'
import type { FileRows } from './file-rows.ts'
import type { Reading } from './reading.ts'

/** It is held in memory on its way to the process that decodes it. */
const mostBytes = 50_000_000

/** Numbers are numbers already: no setting of how texts write them is meant. */
const valuesOf = ({ columns }: Pick<TableFile, 'columns'>, cells: readonly string[]) =>
  Object.fromEntries(
    columns.map(({ name, ...column }, at) => {
      const text = cells[at] ?? ''
      return [name, column.kind === 'number' ? cellOfField(column, text) : text]
    }),
  )

/** `createWorkbookRows()` reads a sheet of an Excel workbook. */
export function createWorkbookRows({ readTableFile, sheet }: Pick<Reading, 'readTableFile' | 'sheet'>): FileRows {
  return async function* (path, signal) {
    if ((await stat(path)).size > mostBytes)
      throw invalid(`The workbook is larger than ${mostBytes / 1_000_000} MB. Save the sheet as CSV.`)
    const file = await readTableFile(await readFile(path), { sheet })
    try {
      const columns = new Map(file.columns.map(({ name, ...column }) => [name, column]))
      for await (const piece of file.pieces()) {
        signal?.throwIfAborted()
        for (const { line, cells } of piece) yield { line, values: valuesOf(file, cells), columns }
      }
    } finally {
      await file.close()
    }
  }
}
