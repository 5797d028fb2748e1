import { expect, test } from 'vitest'
import { inParallel } from './in-parallel.ts'

test('inParallel() ends after a failure when all that was begun has ended, and begins nothing more', async () => {
  const begun: number[] = []
  const ended: number[] = []
  const slow = Promise.withResolvers<void>()
  const work = async (item: number) => {
    begun.push(item)
    if (item === 1) throw new Error('first')
    await slow.promise
    ended.push(item)
    if (item === 2) throw new Error('second')
  }
  let isOver = false
  const all = inParallel([1, 2, 3, 4, 5, 6], { atOnce: 3, goesOn: () => true, work }).finally(() => {
    isOver = true
  })
  const outcome = expect(all).rejects.toThrow('first')
  await new Promise(setImmediate)
  expect(isOver).toBe(false)
  slow.resolve()
  await outcome
  expect({ begun, ended }).toEqual({ begun: [1, 2, 3], ended: [2, 3] })
})
