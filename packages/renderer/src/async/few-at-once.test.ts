import { expect, test } from 'vitest'
import { fewAtOnce } from './few-at-once.ts'

test('work waits for the next place that is free, also after work that failed', async () => {
  const inTurn = fewAtOnce(2)
  const started: string[] = []
  const work = (name: string) => {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const done = inTurn(() => {
      started.push(name)
      return promise
    })
    return { done, resolve, reject }
  }
  const [slow, quick, third, fourth] = [work('slow'), work('quick'), work('third'), work('fourth')]
  expect(started).toEqual(['slow', 'quick'])
  quick.reject(new Error('busy'))
  await expect(quick.done).rejects.toThrow('busy')
  expect(started).toEqual(['slow', 'quick', 'third'])
  third.resolve()
  await third.done
  expect(started).toEqual(['slow', 'quick', 'third', 'fourth'])
  slow.resolve()
  fourth.resolve()
  await Promise.all([slow.done, fourth.done])
  const [fifth, sixth] = [work('fifth'), work('sixth')]
  expect(started.slice(-2)).toEqual(['fifth', 'sixth'])
  fifth.resolve()
  sixth.resolve()
  await Promise.all([fifth.done, sixth.done])
})
