import { describe, expect, test } from 'vitest'
import { createPictureCache } from './picture-cache.ts'

const bytes = (count: number) => new Uint8Array(count)
const never = new AbortController().signal

describe('createPictureCache()', () => {
  test('keeps what was asked for last, up to its bound', async () => {
    const loads: string[] = []
    const cache = createPictureCache(10)
    const get = (key: string, size: number) =>
      cache.get(key, never, async () => {
        loads.push(key)
        return bytes(size)
      })
    await get('a', 4)
    await get('b', 4)
    await get('a', 4)
    await get('c', 4)
    await get('a', 4)
    await get('b', 4)
    expect(loads).toEqual(['a', 'b', 'c', 'b'])
    await get('large', 11)
    expect((await get('large', 11)).length).toBe(11)
    expect(loads.filter((key) => key === 'large')).toHaveLength(2)
  })

  test('loads once what many ask for at once', async () => {
    let loads = 0
    const cache = createPictureCache(100)
    const { promise, resolve } = Promise.withResolvers<Uint8Array>()
    const load = () => {
      loads++
      return promise
    }
    const all = Promise.all(Array.from({ length: 5 }, () => cache.get('a', never, load)))
    resolve(bytes(3))
    expect((await all).map(({ length }) => length)).toEqual([3, 3, 3, 3, 3])
    expect(loads).toBe(1)
  })

  test('keeps no failure, and one that was cancelled fails nobody else', async () => {
    const cache = createPictureCache(100)
    const first = new AbortController()
    const cancelled = cache.get('a', first.signal, (signal) => {
      return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
    })
    const second = cache.get('a', never, async () => bytes(2))
    first.abort(new Error('stopped'))
    await expect(cancelled).rejects.toThrow('stopped')
    expect((await second).length).toBe(2)
    await expect(cache.get('b', never, () => Promise.reject(new Error('no')))).rejects.toThrow('no')
    expect((await cache.get('b', never, async () => bytes(1))).length).toBe(1)
  })
})
