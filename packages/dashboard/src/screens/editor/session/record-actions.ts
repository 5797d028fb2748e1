import type { Values } from '@pictable/renderer/browser'
import { t } from '#dashboard/strings/editor.ts'
import type { EditorSession } from './session.ts'
import type { EditorState, PreviewRecord } from './state.ts'

/** What a record is called: not every one has a label. Without a record, the sample values are meant. */
export function recordName(record: PreviewRecord | null | undefined): string {
  return record ? record.label || record.record_id : t('editor.record_sample')
}

/** The id of the record that is shown; undefined for the sample values. */
export const shownRecordId = ({ records, record }: Pick<EditorState, 'records' | 'record'>): string | undefined =>
  record === null ? undefined : records[record]?.record_id

/** Which record was shown before the sample values. */
const lookedAt = new WeakMap<EditorSession, string>()

/** Shows a record; `null` the sample values. Beyond the ends nothing changes. */
export function showRecord(session: EditorSession, at: number | null): void {
  const { document, records } = session.state
  const before = shownRecordId(session.state)
  if (before !== undefined) lookedAt.set(session, before)
  const values: Values | undefined = at === null ? document.sample : records[at]?.values
  if (values) session.set({ record: at, values })
}

/** From the sample values back to the record that was looked at; the first one once that is gone. */
export function showLastRecord(session: EditorSession): void {
  const last = lookedAt.get(session)
  const at = session.state.records.findIndex(({ record_id }) => record_id === last)
  showRecord(session, Math.max(0, at))
}

/** To the next record or the one before; the sample comes before the first. */
export function stepRecord(session: EditorSession, direction: 1 | -1): void {
  const { record } = session.state
  const next = (record ?? -1) + direction
  showRecord(session, next < 0 ? null : next)
}

/** Shows a record that was found; from then on it can be stepped to. */
export function chooseRecord(session: EditorSession, record: PreviewRecord): void {
  const { records } = session.state
  const at = records.findIndex(({ record_id }) => record_id === record.record_id)
  if (at < 0) session.set({ records: [...records, record] })
  showRecord(session, at < 0 ? records.length : at)
}
