import { expect, test } from 'vitest'
import { openTestSession } from '#dashboard/screens/editor/session/session.test-kit.ts'
import { hasNothing } from './has-nothing.ts'

const box = { type: 'rectangle', name: 'Box', x: 0, y: 0, width: 10, height: 10 } as const
const records = [{ record_id: 'rec_1', label: 'Cup', values: {} }]

test('the sheet takes little room where it has nothing to show', () => {
  const blank = openTestSession([]).state
  const filled = openTestSession([box]).state
  const recordSource = { ...filled.recordSource, of: { action_id: 'act_1' } }
  expect(hasNothing(filled)).toBe(true)
  expect(hasNothing({ ...blank, recordSource })).toBe(true)
  expect(hasNothing({ ...filled, recordSource })).toBe(false)
  expect(hasNothing({ ...filled, recordSource: { ...recordSource, fields: [] } })).toBe(true)
  expect(hasNothing({ ...filled, recordSource: { ...recordSource, error: 'The table is gone.' } })).toBe(true)
  expect(hasNothing({ ...filled, records: records as never, recordSource })).toBe(false)
})
