import sharp from 'sharp'
import { expect, test } from 'vitest'
import { decodeImage } from './decode-image.ts'
import type { DrawnSize } from './drawn-size.ts'
import { createSharedPictures } from './shared-pictures.ts'

const sizeOf = (widthPx: number, heightPx: number): DrawnSize => {
  return { widthPx, heightPx, fit: 'cover', focalPoint: { x: 0.5, y: 0.5 } }
}

test('a picture has the same pixels whether it is decoded with others or alone, and equal ones are decoded once', async () => {
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const
  const bytes = await sharp({ create: { width: 900, height: 700, channels: 3, background: '#888', noise } })
    .jpeg()
    .toBuffer()
  const shared = createSharedPictures()
  for (const size of [sizeOf(600, 400), sizeOf(300, 200), sizeOf(111, 222), sizeOf(899, 699)]) {
    const together = await shared.decode('a', bytes, size)
    const alone = await decodeImage(bytes, size)
    expect(Buffer.from(together.data).equals(Buffer.from(alone.data))).toBe(true)
    expect(await shared.decode('a', bytes, { ...size })).toBe(together)
  }
  expect(await shared.decode('b', bytes, sizeOf(300, 200))).not.toBe(await shared.decode('a', bytes, sizeOf(300, 200)))
})
