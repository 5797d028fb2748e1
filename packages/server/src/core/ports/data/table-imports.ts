import type { Resources } from '#core/ports/data/resources.ts'
import type { TableImport } from '#core/table/table-import.ts'

export type ImportEnd = Pick<TableImport, 'result' | 'error'> & { at: Date }

export interface TableImportData extends Resources<TableImport> {
  /** Counts rows of an active import. */
  note(id: string, more: { done: number; updated: number }): Promise<void>
  /** No row is done any more: the file is read from its beginning. */
  restart(id: string): Promise<void>
  /** Ends an active import: it has failed if there is an error. @returns whether it was active */
  end(id: string, end: ImportEnd): Promise<boolean>
  /** Deletes imports with smaller ids that have ended. */
  deleteEnded(beforeId: string): Promise<void>
}
