import { describe, expect, test } from 'vitest'
import type { Backup } from '#core/ports/backups.ts'
import { dueAt } from './run-backups.ts'

const schedule = { place: '/mnt/backups', everyHours: 24, keep: 7 }

function backup(startedAt: string, more: Partial<Backup> = {}): Backup {
  return {
    ...{ id: 'bak_1', place: '/mnt/backups', state: 'completed', startedAt: new Date(startedAt), finishedAt: null },
    ...{ doneBytes: 0, totalBytes: 0, addedBytes: null, files: null, damaged: [], error: null },
    ...more,
  }
}

describe('dueAt()', () => {
  test('is the time of the latest backup in its place and the interval', () => {
    const elsewhere = backup('2026-01-03T00:00:00Z', { place: '/mnt/other' })
    const latest = backup('2026-01-02T00:00:00Z')
    const earlier = backup('2026-01-01T00:00:00Z')
    expect(dueAt(schedule, [elsewhere, latest, earlier])).toEqual(new Date('2026-01-03T00:00:00Z'))
  })

  test('is null without one: the first is due now', () => {
    expect(dueAt(schedule, [])).toBeNull()
  })

  test('is an hour later when the latest has failed', () => {
    const failed = backup('2026-01-02T00:00:00Z', { state: 'failed' })
    expect(dueAt(schedule, [failed])).toEqual(new Date('2026-01-02T01:00:00Z'))
  })
})
