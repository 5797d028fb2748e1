import { describe, expect, test } from 'vitest'
import { heightForLine } from './room-for-line.ts'

const price = { type: 'text', name: 'Price', x: 0, y: 0, width: 400, height: 80, text: '48', fontSize: 48 } as const

describe('heightForLine()', () => {
  test('makes room for one line of a size that would be shrunk', () => {
    expect(heightForLine(price, 96)).toBe(116)
    expect(heightForLine({ ...price, lineHeight: 1 }, 96)).toBe(96)
    expect(heightForLine({ ...price, height: 81.5 }, 68)).toBe(82)
  })

  test('leaves a box that has room, and what is not shrunk or not fixed', () => {
    expect(heightForLine(price, 60)).toBeUndefined()
    expect(heightForLine({ ...price, fit: 'truncate' }, 96)).toBeUndefined()
    expect(heightForLine({ ...price, height: { bind: 'Height' } }, 96)).toBeUndefined()
    expect(heightForLine({ ...price, lineHeight: { bind: 'Line' } }, 96)).toBeUndefined()
    expect(heightForLine(price, { bind: 'Size' })).toBeUndefined()
    expect(heightForLine({ type: 'rectangle', name: 'Box', x: 0, y: 0, width: 9, height: 9, fill: '#000' }, 96)).toBe(
      undefined,
    )
  })
})
