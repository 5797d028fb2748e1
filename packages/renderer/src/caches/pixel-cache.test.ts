import { describe, expect, test } from 'vitest'
import { createPixelCache } from './pixel-cache.ts'

const picture = (widthPx: number) => ({ data: new Uint8ClampedArray(widthPx * 4), widthPx, heightPx: 1 })

describe('createPixelCache()', () => {
  test('forgets what was not used for longest', () => {
    const cache = createPixelCache(400).within('a')
    for (const key of ['1', '2', '3', '4']) cache.set(key, picture(25))
    cache.get('1')
    cache.set('5', picture(25))
    expect(['1', '2', '3', '4', '5'].filter((key) => cache.get(key))).toEqual(['1', '3', '4', '5'])
  })

  test('keeps no picture of more than a quarter of its bound', () => {
    const cache = createPixelCache(400).within('a')
    cache.set('large', picture(26))
    expect(cache.get('large')).toBeUndefined()
  })

  test('shows no owner the pictures of another', () => {
    const shared = createPixelCache(400)
    shared.within('a').set('x', picture(1))
    expect(shared.within('b').get('x')).toBeUndefined()
  })
})
