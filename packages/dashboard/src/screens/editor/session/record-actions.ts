import type { Values } from '@pictable/renderer/browser'
import type { EditorSession } from './session.ts'

/** Shows a record; `null` the sample values. Beyond the ends nothing changes. */
export function showRecord(session: EditorSession, at: number | null): void {
  const { records, sample } = session.state
  const values: Values | undefined = at === null ? sample : records[at]?.values
  if (values) session.set({ record: at, values })
}

/** To the next record or the one before; the sample comes before the first. */
export function stepRecord(session: EditorSession, direction: 1 | -1): void {
  const { record } = session.state
  const next = (record ?? -1) + direction
  showRecord(session, next < 0 ? null : next)
}
