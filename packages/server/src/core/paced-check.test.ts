import { expect, test } from 'vitest'
import { createPacedCheck } from './paced-check.ts'

test('createPacedCheck() asks a bucket that is away with backoff, however often it is called', async () => {
  let nowMs = 0
  let isAway = true
  const askedAt: number[] = []
  const check = createPacedCheck(
    async () => {
      askedAt.push(nowMs)
      if (isAway) throw new Error('away')
    },
    { goodForMs: 10_000, backoff: { firstMs: 250, maxMs: 2000 }, nowMs: () => nowMs, chance: () => 1 },
  )
  for (; nowMs <= 10_000; nowMs += 10) await expect(check()).rejects.toThrow('away')
  expect(askedAt).toEqual([0, 250, 750, 1750, 3750, 5750, 7750, 9750])
  isAway = false
  for (; nowMs <= 11_740; nowMs += 10) await expect(check()).rejects.toThrow('away')
  for (; nowMs <= 31_000; nowMs += 10) await check()
  expect(askedAt.slice(8)).toEqual([11_750, 21_750])
})

test('createPacedCheck() asks once for all who call at the same time', async () => {
  const answer = Promise.withResolvers<void>()
  let asked = 0
  const check = createPacedCheck(
    () => {
      asked += 1
      return answer.promise
    },
    { goodForMs: 1, nowMs: () => 0, chance: () => 1 },
  )
  const all = Promise.all(Array.from({ length: 100 }, check))
  answer.resolve()
  await all
  expect(asked).toBe(1)
})
