import { describe, expect, test } from 'vitest'
import { groupOf, stopReason, trialSize } from './failure-group.ts'

const reason = (words: string, { recordId = 'row_1', label = 'Teapot' } = {}) => ({
  failure: { code: 'image_status', message: `Record ${recordId} "${label}": ${words}` },
  record: { recordId, label },
})
const keyOf = (words: string, record = {}) => {
  const { failure, record: named } = reason(words, record)
  return groupOf(failure, named).key
}

describe('groupOf()', () => {
  test('leaves out the record', () => {
    const { failure, record } = reason('the image in field Photo answered 403 (image_status)')
    expect(groupOf(failure, record).message).toBe('the image in field Photo answered 403 (image_status)')
    expect(keyOf('the same', { recordId: 'row_2', label: 'A "cup": blue' })).toBe(keyOf('the same'))
  })

  test.each([
    ['a value', 'the value "4006381" cannot be a barcode', 'the value "x" cannot be a barcode'],
    ['a URL', 'https://a.example/1.png is no image', 'https://a.example/2.png is no image'],
    [
      'an id',
      'the image is not an existing asset (ast_01m83abcdef)',
      'the image is not an existing asset (ast_01zzzzzzzzz)',
    ],
    ['a size', 'is too large: 14.2 MB', 'is too large: 9 MB'],
    ['pixels', 'has 9000 × 9000 pixels', 'has 8000x12000 pixels'],
  ])('takes reasons that differ in %s for one', (_what, one, other) => {
    expect(keyOf(one)).toBe(keyOf(other))
  })

  test.each([
    ['the answer of the host', 'the image in field Photo answered 403', 'the image in field Photo answered 404'],
    ['the field', 'the image in field Photo 1 is empty', 'the image in field Photo 2 is empty'],
    ['the layer', 'layer "Title": is wrong', 'layer "Price": is wrong'],
  ])('keeps reasons apart that differ in %s', (_what, one, other) => {
    expect(keyOf(one)).not.toBe(keyOf(other))
  })

  test('has a bound, whatever the message', () => {
    const { failure, record } = reason('x'.repeat(100_000))
    const { key, message } = groupOf(failure, record)
    expect([key.length, message.length]).toEqual([200, 300])
  })
})

const counts = { total: 100, rendered: 0, skipped: 0, failed: 20, cancelled: 0, writtenBack: 0, outputs: {} }
const group = { code: 'image_status', message: 'the image returned 403', records: 20 }

describe('stopReason()', () => {
  test.each([{}, { square: { failed: 20 }, wide: { failed: 20 } }])(
    'is that of all, once there are enough: %o',
    (outputs) => {
      expect(stopReason(20, { ...counts, outputs, failureGroups: { a: group } })).toEqual({
        code: 'image_status',
        message: 'The first 20 records failed for the same reason, so the rest were cancelled: the image returned 403',
      })
    },
  )

  test.each([
    ['the action does not ask for it', null, {}, { a: group }],
    ['there are too few', 21, {}, { a: group }],
    ['one was rendered', 20, { rendered: 1 }, { a: group }],
    ['one was unchanged', 20, { skipped: 1 }, { a: group }],
    [
      'an output of one was rendered',
      20,
      { outputs: { a: { failed: 20 }, b: { failed: 19, rendered: 1 } } },
      { a: group },
    ],
    ['an output of one was unchanged', 20, { outputs: { a: { failed: 19, skipped: 1 } } }, { a: group }],
    ['there are two reasons', 20, {}, { a: { ...group, records: 19 }, b: { ...group, records: 1 } }],
    ['some are not counted by reason', 20, {}, { a: { ...group, records: 19 } }],
    ['the reasons are not known apart', 20, {}, { '': group }],
  ])('is null when %s', (_what, stopAfter, more, failureGroups) => {
    expect(stopReason(stopAfter, { ...counts, ...more, failureGroups })).toBeNull()
  })
})

test('trialSize() is what is missing until a run can stop', () => {
  expect([
    trialSize(null, counts),
    trialSize(20, { ...counts, failed: 0 }),
    trialSize(20, { ...counts, failed: 15 }),
  ]).toEqual([0, 20, 5])
  expect([trialSize(20, counts), trialSize(20, { ...counts, failed: 3, rendered: 1 })]).toEqual([0, 0])
  expect(trialSize(20, { ...counts, failed: 3, outputs: { a: { failed: 3 }, b: { rendered: 3 } } })).toBe(0)
})
