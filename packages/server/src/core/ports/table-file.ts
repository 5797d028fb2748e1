import type { FieldKind } from '@pictable/model/field'
import type { FieldFormat } from '@pictable/model/field-format'

/** A row as read: every cell is text, in the order of the columns. */
export interface FileRow {
  /** Where the row stands in the file, as people count: the first line is 1. */
  line: number
  cells: string[]
}

/** A file of rows, opened. Its first row named the columns. */
export interface TableFile {
  /** `kind` and `format` are a guess from all cells of the column. */
  columns: readonly { name: string; kind: FieldKind; format?: FieldFormat }[]
  rowCount: number
  /** The sheet that was read and all there are; null for a file that has none. */
  sheets: { read: string; all: readonly string[] } | null
  /** Cells that held an error of the spreadsheet, such as #REF!: they are empty here. */
  errorCells: number
  /** In pieces, as often as wanted. */
  pieces(): AsyncIterable<readonly FileRow[]>
  close(): Promise<void>
}

/**
 * Opens CSV or an Excel workbook, known by its bytes; whoever opens it closes it.
 * @throws AppError `invalid_request` naming the line and how to mend it
 */
export type ReadTableFile = (
  bytes: Uint8Array,
  options?: { /** Name or number of the sheet; the first one otherwise. */ sheet?: string | undefined },
) => Promise<TableFile>
