import { readFile, stat } from 'node:fs/promises'
import { invalid } from '#sources/table-file/grid.ts'
import type { FileRows } from './file-rows.ts'
import type { Reading } from './reading.ts'

/** It is held in memory on its way to the process that decodes it. */
const mostBytes = 50_000_000

/** `createWorkbookRows()` reads a sheet of an Excel workbook. */
export function createWorkbookRows({ readTableFile, sheet }: Pick<Reading, 'readTableFile' | 'sheet'>): FileRows {
  return async function* (path, signal) {
    if ((await stat(path)).size > mostBytes)
      throw invalid(`The workbook is larger than ${mostBytes / 1_000_000} MB. Save the sheet as CSV.`)
    const file = await readTableFile(await readFile(path), { sheet })
    try {
      const kinds = new Map(file.columns.map(({ name, kind }) => [name, kind]))
      const names = file.columns.map(({ name }) => name)
      for await (const piece of file.pieces()) {
        signal?.throwIfAborted()
        for (const { line, cells } of piece)
          yield { line, values: Object.fromEntries(names.map((name, at) => [name, cells[at] ?? ''])), kinds }
      }
    } finally {
      await file.close()
    }
  }
}
