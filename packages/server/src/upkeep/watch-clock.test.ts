import { expect, test } from 'vitest'
import { fixedClock } from '#core/fakes/clock.ts'
import { createRecovery } from '#core/recovery.ts'
import { watchClock } from './watch-clock.ts'

const log = { warn() {} }
const random = { bytes: (count: number) => new Uint8Array(count) }
const recovery = createRecovery({ probe: async () => {}, chance: () => 0 })

test('watchClock() tells that the clock was put back, once, and again when that failed', async () => {
  const clock = fixedClock()
  let looked = 0
  const watched = {
    now() {
      looked++
      return clock.now()
    },
  }
  let told = 0
  const { promise: isTold, resolve } = Promise.withResolvers<void>()
  const stop = watchClock(
    { clock: watched, log, random, recovery },
    async () => {
      told++
      if (told === 1) throw new Error('the database does not answer')
      resolve()
    },
    { everyMs: 1 },
  )
  const looks = (count: number) => {
    const before = looked
    return expect.poll(() => looked, { interval: 1 }).toBeGreaterThan(before + count)
  }
  clock.advance(3_600_000)
  await looks(5)
  expect(told).toBe(0)
  clock.advance(-1_800_000)
  await isTold
  await looks(5)
  expect(told).toBe(2)
  await stop()
})
