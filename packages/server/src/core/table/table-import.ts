import type { Failure } from '@pictable/model/failure'
import type { ImportState } from '@pictable/model/table'
import type { ErrorDetail } from '#core/errors.ts'
import type { ImportCounts, ImportOptions } from './import-rows.ts'

/** The import of a file with many rows, which goes on after the response. */
export interface TableImport {
  id: string
  /** Of a new table too, which is seen once the import is complete. */
  tableId: string
  /** When the import was accepted. */
  tableName: string
  /** Whether the import creates the table. */
  isNew: boolean
  options: Omit<ImportOptions, 'bytes'>
  state: ImportState
  /** Rows of the file. */
  rowCount: number
  /** How many of them are in, or left out. */
  doneCount: number
  /** How many of them changed rows: an attempt that repeats one that was cut off finds these unchanged. */
  updatedCount: number
  result: ImportCounts | null
  error: (Failure & { errors: readonly ErrorDetail[] }) | null
  createdAt: Date
  finishedAt: Date | null
}

/** Where the storage has the file until the import has ended. */
export const importKey = (id: string): string => `imports/${id}`
