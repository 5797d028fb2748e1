import sharp from 'sharp'
import { expect, test } from 'vitest'
import { headerSize } from './header-size.ts'
import type { ImageType } from './image-type.ts'

const size = { width: 321, height: 45 }
const blank = () => sharp({ create: { ...size, channels: 3, background: '#884422' } })

test.each<[ImageType, string, () => Promise<Buffer>]>([
  ['png', 'PNG', () => blank().png().toBuffer()],
  ['gif', 'GIF', () => blank().gif().toBuffer()],
  ['jpeg', 'JPEG', () => blank().jpeg().toBuffer()],
  ['jpeg', 'progressive JPEG', () => blank().jpeg({ progressive: true }).toBuffer()],
  ['jpeg', 'JPEG that is to be turned', () => blank().withMetadata({ orientation: 6 }).jpeg().toBuffer()],
  ['webp', 'WebP', () => blank().webp().toBuffer()],
  ['webp', 'lossless WebP', () => blank().webp({ lossless: true }).toBuffer()],
  ['webp', 'WebP with metadata', () => blank().withMetadata({ orientation: 6 }).webp().toBuffer()],
])('the size of a %s is in its first bytes (%s)', async (type, _, make) => {
  expect(headerSize(new Uint8Array(await make()), type)).toEqual(size)
})

test('what does not tell has no size, and nothing is read beyond the end', async () => {
  const jpeg = new Uint8Array(await blank().jpeg().toBuffer())
  for (let length = 0; length < 160; length++) headerSize(jpeg.slice(0, length), 'jpeg')
  expect(headerSize(jpeg.slice(0, 40), 'jpeg')).toBeUndefined()
  expect(headerSize(new Uint8Array(await blank().avif().toBuffer()), 'avif')).toBeUndefined()
})
