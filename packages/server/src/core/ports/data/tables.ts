import type { Listing, ListOptions } from '#core/ports/data/page.ts'
import type { EditableResources } from '#core/ports/data/resources.ts'
import type { FieldValue, Patch } from '#core/ports/source.ts'
import type { Table, TableRow, TableView } from '#core/table/table.ts'

export interface NewRow {
  id: string
  fields: Readonly<Record<string, FieldValue>>
}

/** Which rows, and in which order; all, in the order of the table, when nothing is said. */
export interface RowQuery {
  view?: Pick<TableView, 'filters' | 'sort'>
  /** Only rows that hold this text somewhere, whatever its case. */
  search?: string
  /** Ends the reading of a large table between two statements. */
  signal?: AbortSignal
}

export interface RowPage extends ListOptions {
  /** So many are left out at the beginning. */
  skip?: number
}

/** Fields of a table that link to another one, or to itself. */
export interface LinkingTable {
  tableId: string
  fieldIds: readonly string[]
}

/** The built-in tables. Deleting one deletes its rows. */
export interface TableData extends EditableResources<Table> {
  /** Deletes rows that a crash left behind when their table was deleted. */
  deleteRowsOfGone(): Promise<void>
  /** The table, unchanged until the transaction ends. */
  lock(id: string): Promise<Table | null>
  rows(tableId: string, options: RowPage & RowQuery): Promise<Listing<TableRow>>
  countRows(tableId: string, query: RowQuery): Promise<number>
  rowsById(tableId: string, rowIds: readonly string[], query?: RowQuery): Promise<TableRow[]>
  /** What people know rows by: the first field, or the id where that is empty. Unknown ids are left out. */
  titles(tableId: string, rowIds: readonly string[]): Promise<ReadonlyMap<string, string>>
  /** Rows that have one of these titles, or any; piece by piece. */
  findTitles(tableId: string, titles: readonly string[] | null): AsyncIterable<readonly { id: string; title: string }[]>
  linksTo(tableId: string): Promise<LinkingTable[]>
  /** Ids of rows whose links name one of these rows, also of deleted ones; piece by piece. */
  linkingRows(linking: LinkingTable, rowIds: readonly string[]): AsyncIterable<readonly string[]>
  /** Added at the end, in order. */
  insertRows(tableId: string, rows: readonly NewRow[]): Promise<void>
  /** Sets the named fields, leaves the others. @returns the ids that were there */
  patchRows(tableId: string, patches: readonly Patch[]): Promise<Set<string>>
  /** @returns the ids that were there */
  deleteRows(tableId: string, rowIds: readonly string[]): Promise<Set<string>>
  /** Deleted rows stand again where they stood. @returns the ids that came back */
  restoreRows(tableId: string, rowIds: readonly string[]): Promise<Set<string>>
  /** Rows that were deleted before, or of the table, can no longer be brought back. */
  forgetRows(which: { deletedBefore: Date } | { tableId: string }): Promise<void>
  /**
   * Keeps places for rows that come little by little and are seen all at once, in a table that is there or will be. What
   * an import left that was cut off is swept away an hour after its last rows. @returns the first place
   */
  startImport(tableId: string, options: { importId: string; rowCount: number }): Promise<number>
  /** Rows of an import, at its places from `first` on. @throws AppError `unavailable` once it was swept away */
  insertImported(importId: string, first: number, rows: readonly NewRow[]): Promise<void>
  /** Its rows are seen from now on; with `removeOthers` they alone. @returns how many others went out of sight */
  finishImport(importId: string, options: { removeOthers: boolean }): Promise<number>
  /** Removes what nobody sees: all rows of an import that was not finished, or those it put out of sight. */
  dropImport(importId: string): Promise<void>
}
