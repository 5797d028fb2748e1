import { expect, test } from 'vitest'
import { fixPlaceOf } from './failure-fix.ts'

test.each([
  ['image_status', 'table'],
  ['image_truncated', 'table'],
  ['image_blocked_address', 'table'],
  ['record_missing', 'table'],
  ['source_invalid', 'write_back'],
  ['source_conflict', 'connection'],
  ['value_invalid', 'mapping'],
  ['font_unknown', 'template'],
  ['render_timeout', 'template'],
  ['internal', 'none'],
])('fixPlaceOf(%s) is %s', (code, place) => {
  expect(fixPlaceOf(code)).toBe(place)
})
