import type { Listing, ListOptions } from '#core/ports/data/page.ts'
import type { EditableResources } from '#core/ports/data/resources.ts'
import type { FieldValue, Patch } from '#core/ports/source.ts'
import type { Table, TableRow, TableView } from '#core/table/table.ts'

/** The built-in tables. Deleting one deletes its rows. */
export interface TableData extends EditableResources<Table> {
  /** In the order of the view (else of the table), through its filters. */
  rows(tableId: string, options: ListOptions & { view?: TableView }): Promise<Listing<TableRow>>
  rowsById(tableId: string, rowIds: readonly string[]): Promise<TableRow[]>
  /** Added at the end, in order. */
  insertRows(
    tableId: string,
    rows: readonly { id: string; fields: Readonly<Record<string, FieldValue>> }[],
  ): Promise<void>
  /** Sets the named fields, leaves the others. @returns the ids that were there */
  patchRows(tableId: string, patches: readonly Patch[]): Promise<Set<string>>
  deleteRow(tableId: string, rowId: string): Promise<boolean>
}
