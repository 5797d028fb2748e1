import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { AppError } from './errors.ts'
import { createRecovery } from './recovery.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A database that is there, and what its probes cost. */
function open() {
  const database = { failure: null as Error | null, probes: 0 }
  const recovery = createRecovery({
    probe: async () => {
      database.probes += 1
      if (database.failure !== null) throw database.failure
    },
    chance: () => 1,
  })
  return { database, recovery }
}

const away = new AppError('unavailable', 'The database cannot be reached')

test('createRecovery() brings every retry forward as soon as the database is back, each once', async () => {
  const { database, recovery } = open()
  database.failure = away
  const retried: string[] = []
  for (const name of ['claim', 'feed', 'clock']) recovery.wait(30_000, () => void retried.push(name))
  recovery.wait(30_000, () => void retried.push('cancelled'))()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(retried).toEqual([])
  expect(database.probes).toBeLessThan(10)
  database.failure = null
  await vi.advanceTimersByTimeAsync(2000)
  expect(retried).toEqual(['claim', 'feed', 'clock'])
  await vi.advanceTimersByTimeAsync(60_000)
  expect(retried).toHaveLength(3)
  expect(database.probes).toBeLessThan(10)
})

test('createRecovery() leaves a retry its delay when the database is not away', async () => {
  const { database, recovery } = open()
  let retries = 0
  recovery.wait(30_000, () => void retries++)
  await vi.advanceTimersByTimeAsync(29_999)
  expect([retries, database.probes]).toEqual([0, 1])
  await vi.advanceTimersByTimeAsync(1)
  expect(retries).toBe(1)
})

test('createRecovery() retries after the delay although the database is away', async () => {
  const { database, recovery } = open()
  database.failure = away
  let retries = 0
  recovery.wait(1000, () => void retries++)
  await vi.advanceTimersByTimeAsync(1000)
  expect(retries).toBe(1)
  const { probes } = database
  await vi.advanceTimersByTimeAsync(60_000)
  expect(database.probes).toBeLessThanOrEqual(probes + 1)
})

test('createRecovery() probes again for a retry that waits from within another one', async () => {
  const { database, recovery } = open()
  database.failure = away
  const retried: string[] = []
  recovery.wait(30_000, () => {
    database.failure = away
    recovery.wait(30_000, () => void retried.push('second'))
  })
  database.failure = null
  await vi.advanceTimersByTimeAsync(0)
  database.failure = away
  recovery.wait(30_000, () => void retried.push('other'))
  await vi.advanceTimersByTimeAsync(1000)
  database.failure = null
  await vi.advanceTimersByTimeAsync(2000)
  expect(retried).toContain('other')
  database.failure = null
  await vi.advanceTimersByTimeAsync(4000)
  expect(retried).toEqual(['other', 'second'])
})

test('createRecovery() rarely asks a database that someone has to fix', async () => {
  const { database, recovery } = open()
  database.failure = new AppError('file_missing', 'A file of the database is gone')
  recovery.wait(120_000, () => {})
  await vi.advanceTimersByTimeAsync(89_999)
  expect(database.probes).toBe(3)
})
