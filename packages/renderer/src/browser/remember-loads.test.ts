import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { rememberLoads } from './remember-loads.ts'

const wanted = () => ({ signal: new AbortController().signal })

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

describe('rememberLoads()', () => {
  test('loads a source once, however often and at the same time it is asked for', async () => {
    const asked: string[] = []
    const load = rememberLoads(async (src) => {
      asked.push(src)
      return new Uint8Array([asked.length])
    }, 1000)
    const [one, two] = await Promise.all([load('a', wanted()), load('a', wanted())])
    expect(one).toBe(two)
    expect(await load('a', wanted())).toBe(one)
    expect(await load('b', wanted())).toEqual(new Uint8Array([2]))
    expect(asked).toEqual(['a', 'b'])
  })

  test('gives bytes that are still held, also where they are too many to be kept', async () => {
    let asked = 0
    const load = rememberLoads(async () => new Uint8Array(100 + asked++), 4)
    const held = await load('a', wanted())
    expect(await load('a', wanted())).toBe(held)
    expect(asked).toBe(1)
  })

  test('does not ask again for two seconds what failed', async () => {
    let asked = 0
    const load = rememberLoads(async () => {
      asked++
      throw new Error('404')
    }, 1000)
    for (const _ of [1, 2, 3]) await expect(load('a', wanted())).rejects.toThrow('404')
    expect(asked).toBe(1)
    vi.advanceTimersByTime(2000)
    await expect(load('a', wanted())).rejects.toThrow('404')
    expect(asked).toBe(2)
  })

  test('goes on for the others when one is given up', async () => {
    let arrive = (_: Uint8Array) => {}
    const load = rememberLoads(() => new Promise((resolve) => (arrive = resolve)), 1000)
    const leaving = new AbortController()
    const [left, stayed] = [load('a', { signal: leaving.signal }), load('a', wanted())]
    leaving.abort(new Error('closed'))
    await expect(left).rejects.toThrow('closed')
    arrive(new Uint8Array([7]))
    expect(await stayed).toEqual(new Uint8Array([7]))
  })
})
