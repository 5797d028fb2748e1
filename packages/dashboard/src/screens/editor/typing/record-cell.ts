import { recordName } from '#dashboard/screens/editor/session/record-actions.ts'
import type { EditorState } from '#dashboard/screens/editor/session/state.ts'

/** The field of a record in a table that can be written. */
export interface RecordCell {
  readonly tableId: string
  readonly tableName: string
  readonly rowId: string
  /** Of the record, for people. */
  readonly label: string
  readonly field: string
}

interface Wanted {
  /** That a text shows. */
  readonly name: string
  /** Of one of the records that can be stepped through; undefined: the sample values. */
  readonly recordId: string | undefined
  readonly table: { readonly table_id: string; readonly table_name: string } | null | undefined
  /** Of its connection; undefined until that is known. */
  readonly source: string | undefined
}

type Records = Pick<EditorState, 'records' | 'recordSource' | 'readOnly'>

/** The cell that a name shows; undefined where no text of it is written: built-in tables only can be edited by hand. */
export function recordCell(state: Records, { name, recordId, table, source }: Wanted): RecordCell | undefined {
  const record = state.records.find(({ record_id }) => record_id === recordId)
  const found = state.recordSource.fields?.find((each) => each.name === name)
  const field = found?.kind === 'attachments' ? null : found?.field
  if (state.readOnly !== null || !record || !table || source !== 'table' || typeof field !== 'string') return undefined
  const { table_id: tableId, table_name: tableName } = table
  return { tableId, tableName, field, rowId: record.record_id, label: recordName(record) }
}
