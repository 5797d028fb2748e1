import { afterEach, expect, test, vi } from 'vitest'
import { kept } from './kept.ts'

afterEach(() => vi.unstubAllGlobals())

const texts = new Map<string, string>()

/** Room for some characters, as a browser's is limited. */
function storageOf(characters: number) {
  return {
    getItem: (key: string) => texts.get(key) ?? null,
    removeItem: (key: string) => texts.delete(key),
    setItem(key: string, text: string) {
      if (text.length > characters) throw new DOMException('full', 'QuotaExceededError')
      texts.set(key, text)
    },
  }
}

test('keeps a text until it is forgotten, and does without where there is no room', () => {
  vi.stubGlobal('localStorage', storageOf(10))
  kept.set('choice', 'on')
  expect(kept.get('choice')).toBe('on')
  kept.set('choice', 'much too long')
  expect(kept.get('choice')).toBe('on')
  kept.set('choice', null)
  expect(kept.get('choice')).toBeNull()
})

test('does without where the browser forbids it', () => {
  vi.stubGlobal('localStorage', undefined)
  kept.set('choice', 'on')
  expect(kept.get('choice')).toBeNull()
  expect(kept.keys()).toEqual([])
})
