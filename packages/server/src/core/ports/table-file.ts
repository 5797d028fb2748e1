/** A file of rows, as read: every cell is text, the first row names the columns. */
export interface TableFile {
  columns: string[]
  rows: string[][]
}

/** Reads CSV. @throws AppError `invalid_request` naming the line and how to mend it */
export type ReadTableFile = (bytes: Uint8Array) => TableFile
