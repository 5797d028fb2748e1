import { expect, test } from 'vitest'
import { createSurface } from '#renderer/canvas/node.ts'
import { canvasFonts } from '#renderer/fonts/canvas-fonts.ts'
import { createFontBook } from '#renderer/fonts/font-book.ts'
import { createBakeCache } from './bake-cache.ts'

const surface = () => createSurface(10, 10, createFontBook([], canvasFonts))

test('createBakeCache() wants what is asked for twice and has room', () => {
  const cache = createBakeCache(1000)
  expect([cache.isWanted('a', 400), cache.isWanted('b', 400), cache.isWanted('a', 400)]).toEqual([false, false, true])
  expect([cache.isWanted('large', 1001), cache.isWanted('large', 1001)]).toEqual([false, false])
})

test('createBakeCache() lets go of what was not used for longest', () => {
  const cache = createBakeCache(1500)
  cache.set('a', surface())
  cache.set('b', surface())
  cache.get('a')
  cache.set('c', surface())
  expect(['a', 'b', 'c'].map((key) => cache.get(key) !== undefined)).toEqual([true, false, true])
})
