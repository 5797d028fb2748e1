import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { AppError } from './errors.ts'
import { type LoopOptions, startLoop } from './loop.ts'
import { createRecovery } from './recovery.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const away = new AppError('unavailable', 'The database cannot be reached')

function open(options: Partial<LoopOptions> = {}) {
  const loop = { failure: null as Error | null, rounds: [] as number[], lines: 0 }
  const fail = async () => {
    if (loop.failure !== null) throw loop.failure
  }
  const world = {
    log: { warn: () => void loop.lines++ },
    random: { bytes: (count: number) => new Uint8Array(count).fill(255) },
    recovery: createRecovery({ probe: fail, chance: () => 1 }),
  }
  const startedAt = Date.now()
  const work = async () => {
    loop.rounds.push((Date.now() - startedAt) / 1000)
    await fail()
  }
  return { loop, started: startLoop(world, work, { everyMs: 1000, failure: 'It failed', ...options }) }
}

test('startLoop() repeats its work, and backs off up to 30 s while it fails', async () => {
  const { loop, started } = open()
  await started.firstRound
  await vi.advanceTimersByTimeAsync(2000)
  expect(loop.rounds).toEqual([0, 1, 2])
  loop.failure = away
  await vi.advanceTimersByTimeAsync(120_000)
  expect(loop.rounds.slice(3)).toEqual([3, 4, 6, 10, 18, 34, 64, 94])
  expect(loop.lines).toBeLessThanOrEqual(8)
  loop.failure = null
  await vi.advanceTimersByTimeAsync(4000)
  // The next probe finds the database back, and the loop is at its usual pace again.
  expect(loop.rounds.length).toBeGreaterThanOrEqual(11 + 3)
  await started.stop()
})

test('startLoop() waits for the longest backoff where no retry helps, and says so once', async () => {
  const { loop, started } = open()
  loop.failure = new AppError('file_missing', 'It is gone')
  await vi.advanceTimersByTimeAsync(91_000)
  expect(loop.rounds).toEqual([0, 1, 31, 61, 91])
  expect(loop.lines).toBe(1)
  await started.stop()
})

test('startLoop() never runs two rounds at a time, and stop() waits for the one under way', async () => {
  vi.useRealTimers()
  let running = 0
  let most = 0
  const world = {
    log: { warn() {} },
    random: { bytes: (count: number) => new Uint8Array(count) },
    recovery: createRecovery({ probe: async () => {}, chance: () => 0 }),
  }
  const work = async () => {
    most = Math.max(most, ++running)
    await new Promise((resolve) => setTimeout(resolve, 20))
    running -= 1
  }
  const loop = startLoop(world, work, { everyMs: 1, failure: 'It failed' })
  await new Promise((resolve) => setTimeout(resolve, 70))
  await loop.stop()
  expect([most, running]).toEqual([1, 0])
})
