import { expect, test } from 'vitest'
import { fewAtOnce } from './few-loads.ts'

const options = { signal: new AbortController().signal }
const letGo = () => new Promise((resolve) => setTimeout(resolve))

test('loads as many at the same time, the others in their order, also after one failed', async () => {
  const asked = new Map<string, PromiseWithResolvers<Uint8Array>>()
  const load = fewAtOnce((src) => {
    const answer = Promise.withResolvers<Uint8Array>()
    asked.set(src, answer)
    return answer.promise
  }, 2)
  const loaded = Promise.allSettled([...'abcde'].map((src) => load(src, options)))
  expect([...asked.keys()]).toEqual(['a', 'b'])
  asked.get('b')?.reject(new Error('404'))
  await letGo()
  expect([...asked.keys()]).toEqual(['a', 'b', 'c'])
  asked.get('a')?.resolve(new Uint8Array([1]))
  asked.get('c')?.resolve(new Uint8Array([3]))
  await letGo()
  expect([...asked.keys()]).toEqual(['a', 'b', 'c', 'd', 'e'])
  for (const src of 'de') asked.get(src)?.resolve(new Uint8Array())
  expect((await loaded).map(({ status }) => status)).toEqual([
    'fulfilled',
    'rejected',
    'fulfilled',
    'fulfilled',
    'fulfilled',
  ])
  // Both places are free again.
  void load('f', options)
  void load('g', options)
  void load('h', options)
  expect([...asked.keys()].slice(5)).toEqual(['f', 'g'])
})
