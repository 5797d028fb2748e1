import { expect, test } from 'vitest'
import { createAlarm } from './alarm.ts'

const clock = { now: () => new Date() }

test('an alarm does not ring early', async () => {
  const early = Array.from({ length: 200 }, async (_, index) => {
    // Set at different parts of a millisecond.
    await new Promise((next) => setTimeout(next, index / 10))
    const { promise, resolve } = Promise.withResolvers<number>()
    const timeMs = Date.now() + 17
    createAlarm(clock, () => resolve(Date.now())).setFor(new Date(timeMs))
    return (await promise) < timeMs
  })
  expect(await Promise.all(early)).not.toContain(true)
})

test('an alarm rings for the earliest of its times, and once', async () => {
  const rings: number[] = []
  const alarm = createAlarm(clock, () => void rings.push(Date.now()))
  const nowMs = Date.now()
  for (const afterMs of [500_000, 20, 40, 60]) alarm.setFor(new Date(nowMs + afterMs))
  await expect.poll(() => rings.length).toBe(1)
  await new Promise((resolve) => setTimeout(resolve, 80))
  expect(rings).toHaveLength(1)
})

test('an alarm that waits for a clock that is put back rings for a time that is set afterwards', async () => {
  let behindMs = 0
  const { promise, resolve } = Promise.withResolvers<void>()
  const alarm = createAlarm({ now: () => new Date(Date.now() - behindMs) }, resolve)
  alarm.setFor(new Date(Date.now() + 20))
  behindMs = 3_600_000
  await new Promise((next) => setTimeout(next, 40))
  alarm.setFor(new Date(Date.now() - behindMs + 5))
  await promise
})
