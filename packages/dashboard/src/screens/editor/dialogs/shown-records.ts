import { useState } from 'react'
import type { ShownRecord } from '#dashboard/parts/versions/publish-pictures.tsx'
import { recordName } from '#dashboard/screens/editor/session/record-actions.ts'
import type { EditorState } from '#dashboard/screens/editor/session/state.ts'
import { useEditor, useSession } from '#dashboard/screens/editor/session/use-editor.ts'

const RECORDS = 3

/** The record that is looked at, then the first others; the sample values where there is none. */
function shownRecords({ records, record, document }: EditorState): readonly ShownRecord[] {
  const looked = record === null ? undefined : records[record]
  const others = records.filter((each) => each !== looked)
  const chosen = [...(looked ? [looked] : []), ...others].slice(0, RECORDS)
  if (chosen.length === 0) return [{ key: '', name: recordName(null), values: document.sample }]
  return chosen.map((each) => ({ key: each.record_id, name: recordName(each), values: each.values }))
}

/** Once there are records, the chosen ones stay. */
export function useShownRecords(): readonly ShownRecord[] {
  const session = useSession()
  const hasRecords = useEditor((state) => state.records.length > 0)
  const [shown, setShown] = useState(() => ({ hasRecords, records: shownRecords(session.state) }))
  if (hasRecords && !shown.hasRecords) setShown({ hasRecords, records: shownRecords(session.state) })
  return shown.records
}
