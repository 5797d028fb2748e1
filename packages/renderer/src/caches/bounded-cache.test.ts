import { describe, expect, test } from 'vitest'
import { createBoundedCache } from './bounded-cache.ts'

describe('createBoundedCache()', () => {
  const cacheOf = (max: number) => createBoundedCache<string, string>(max, ({ length }) => length)

  test('forgets what was not used for longest', () => {
    const cache = cacheOf(12)
    for (const key of ['1', '2', '3', '4']) cache.set(key, 'abc')
    cache.get('1')
    cache.set('5', 'abc')
    expect(['1', '2', '3', '4', '5'].filter((key) => cache.get(key))).toEqual(['1', '3', '4', '5'])
  })

  test('counts a value that replaces another one once', () => {
    const cache = cacheOf(12)
    for (let time = 0; time < 10; time++) cache.set('1', 'abc')
    cache.set('2', 'abc')
    expect(cache.get('1')).toBe('abc')
  })

  test('keeps nothing of more than a quarter of its bound', () => {
    const cache = cacheOf(12)
    cache.set('1', 'abcd')
    expect(cache.get('1')).toBeUndefined()
  })
})
