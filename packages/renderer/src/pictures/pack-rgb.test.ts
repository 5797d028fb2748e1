import { expect, test } from 'vitest'
import { packRgb } from './pack-rgb.ts'

test('packRgb() leaves the alpha out of any number of pixels', () => {
  for (const count of [1, 2, 3, 4, 5, 8, 11]) {
    const rgba = Uint8Array.from({ length: count * 4 }, (_, at) => (at % 4 === 3 ? 255 : (at * 37) % 256))
    const rgb = new Uint8Array(Math.ceil(count / 4) * 12)
    packRgb(rgba, rgb)
    expect([...rgb.subarray(0, count * 3)]).toEqual([...rgba].filter((_, at) => at % 4 !== 3))
  }
})
