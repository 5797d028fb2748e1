import { expect, test } from 'vitest'
import { showLastRecord, showRecord } from './record-actions.ts'
import { openTestSession } from './session.test-kit.ts'

test('showLastRecord() goes from the sample values back to the record that was looked at', () => {
  const session = openTestSession()
  const records = ['rec_1', 'rec_2'].map((record_id) => ({ record_id, label: '', because: [], values: {} }))
  session.set({ records })
  showRecord(session, 1)
  showRecord(session, null)
  session.set({ records: records.toReversed() })
  showLastRecord(session)
  expect(session.state.record).toBe(0)
  showRecord(session, null)
  session.set({ records: records.slice(0, 1) })
  showLastRecord(session)
  expect(session.state.record).toBe(0)
})
