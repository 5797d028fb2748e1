import { describe, expect, test } from 'vitest'
import { reportsFailure } from './reports-failure.ts'

const counts = { total: 3, rendered: 2, skipped: 1, failed: 0, cancelled: 0, writtenBack: 0 }
const batch = { id: 'bat_1', total: 2, rendered: 2, failed: 0, cancelled: 0, pending: 0 }

describe('reportsFailure()', () => {
  test.each([
    ['an image', { event: 'image.created' as const }, false],
    ['a failed image', { event: 'image.failed' as const }, true],
    ['a run that starts', { event: 'run.started' as const, counts }, false],
    ['a run without failures', { event: 'run.completed' as const, counts }, false],
    ['a run with a failed record', { event: 'run.completed' as const, counts: { ...counts, failed: 1 } }, true],
    ['a run that ended with an error', { event: 'run.failed' as const, counts }, true],
    ['a batch without failures', { event: 'batch.completed' as const, batch }, false],
    ['a batch with a failed item', { event: 'batch.completed' as const, batch: { ...batch, failed: 1 } }, true],
    [
      'a cancelled batch with a failed item',
      { event: 'batch.cancelled' as const, batch: { ...batch, failed: 1 } },
      true,
    ],
  ])('says of %s', (_, fact, expected) => {
    expect(reportsFailure(fact)).toBe(expected)
  })
})
