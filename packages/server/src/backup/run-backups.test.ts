import { describe, expect, test } from 'vitest'
import type { Backup } from '#core/ports/backups.ts'
import { isDue, isOverdue } from './run-backups.ts'

const schedule = { place: '/mnt/backups', everyHours: 24, keep: 7 }

function backup(startedAt: string, more: Partial<Backup> = {}): Backup {
  return {
    ...{ id: 'bak_1', place: '/mnt/backups', state: 'completed', startedAt: new Date(startedAt), finishedAt: null },
    ...{ doneBytes: 0, totalBytes: 0, addedBytes: null, files: null, damaged: [], error: null },
    ...more,
  }
}

describe('isDue()', () => {
  const at = (time: string) => new Date(time)

  test('becomes true when the interval has passed since the latest backup in its place', () => {
    const elsewhere = backup('2026-01-03T00:00:00Z', { place: '/mnt/other' })
    const latest = backup('2026-01-02T00:00:00Z')
    const earlier = backup('2026-01-01T00:00:00Z')
    const history = [elsewhere, latest, earlier]
    expect(isDue(schedule, history, at('2026-01-02T23:59:59Z'))).toBe(false)
    expect(isDue(schedule, history, at('2026-01-03T00:00:00Z'))).toBe(true)
  })

  test('is true without one', () => {
    expect(isDue(schedule, [], at('2026-01-01T00:00:00Z'))).toBe(true)
  })

  test('becomes true an hour later when the latest has failed', () => {
    const failed = backup('2026-01-02T00:00:00Z', { state: 'failed' })
    expect(isDue(schedule, [failed], at('2026-01-02T00:59:59Z'))).toBe(false)
    expect(isDue(schedule, [failed], at('2026-01-02T01:00:00Z'))).toBe(true)
  })

  test('is true when the latest has a time in the future: the clock was set back', () => {
    expect(isDue(schedule, [backup('2027-01-02T00:00:00Z')], at('2026-01-02T00:00:00Z'))).toBe(true)
  })
})

describe('isOverdue()', () => {
  const now = new Date('2026-01-05T00:00:00Z')
  test.each([
    ['2026-01-02T23:59:59Z', true],
    ['2026-01-03T00:00:00Z', false],
    ['2027-01-01T00:00:00Z', true],
  ])('of a backup every 24 hours, the latest at %s: %s', (latest, expected) => {
    expect(isOverdue(schedule, [backup(latest)], now)).toBe(expected)
  })
})
