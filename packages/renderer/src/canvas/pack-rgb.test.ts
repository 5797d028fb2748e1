import { expect, test } from 'vitest'
import { packArea, packRgb, unpackRgb } from './pack-rgb.ts'

test('packRgb() leaves the alpha out of any number of pixels', () => {
  for (const count of [1, 2, 3, 4, 5, 8, 11]) {
    const rgba = Uint8Array.from({ length: count * 4 }, (_, at) => (at % 4 === 3 ? 255 : (at * 37) % 256))
    const rgb = new Uint8Array(Math.ceil(count / 4) * 12)
    packRgb(rgba, rgb)
    expect([...rgb.subarray(0, count * 3)]).toEqual([...rgba].filter((_, at) => at % 4 !== 3))
  }
})

test('unpackRgb() gives any number of pixels an alpha, wherever they begin', () => {
  for (const count of [1, 2, 3, 4, 5, 8, 11]) {
    const rgb = Uint8ClampedArray.from({ length: (count + 1) * 3 }, (_, at) => (at * 37) % 256)
    for (const first of [0, 1]) {
      const found = rgb.subarray(first * 3, (first + count) * 3)
      const rgba = new Uint8Array((count + 1) * 4)
      unpackRgb(found, new Int32Array(rgba.buffer))
      const expected = Array.from({ length: count }, (_, at) => [...found.subarray(at * 3, at * 3 + 3), 255])
      expect([...rgba]).toEqual([...expected.flat(), 0, 0, 0, 0])
    }
  }
})

test('packArea() puts an area of any size to its place and nothing beside it', () => {
  const heightPx = 6
  for (const [widthPx, area] of [
    [7, { left: 0, top: 0, widthPx: 7, heightPx: 6 }],
    [7, { left: 1, top: 2, widthPx: 5, heightPx: 3 }],
    [7, { left: 6, top: 5, widthPx: 1, heightPx: 1 }],
    [16, { left: 4, top: 1, widthPx: 8, heightPx: 3 }],
  ] as const) {
    const pixels = area.widthPx * area.heightPx
    const rgba = Uint8Array.from({ length: pixels * 4 }, (_, at) => (at % 4 === 3 ? 255 : 1 + ((at * 37) % 250)))
    const rgb = new Uint8Array(widthPx * heightPx * 3)
    packArea(rgba, rgb, { area, widthPx })
    const expected = Array.from({ length: widthPx * heightPx }, (_, at) => {
      const [x, y] = [(at % widthPx) - area.left, Math.floor(at / widthPx) - area.top]
      const inside = x >= 0 && y >= 0 && x < area.widthPx && y < area.heightPx
      const from = (y * area.widthPx + x) * 4
      return inside ? [...rgba.subarray(from, from + 3)] : [0, 0, 0]
    })
    expect([...rgb]).toEqual(expected.flat())
  }
})
