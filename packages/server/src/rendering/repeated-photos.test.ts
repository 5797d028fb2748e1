import { createHash } from 'node:crypto'
import { parseTemplate } from '@pictable/renderer'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { createRenderPool, type RenderPool } from './render-pool.ts'

const PHOTOS = 5
const RENDERS = 200

async function makePhotos(): Promise<Buffer[]> {
  return Promise.all(
    Array.from({ length: PHOTOS }, (_, n) => {
      const noise = { type: 'gaussian', mean: 80 + 25 * n, sigma: 30 } as const
      const picture = sharp({ create: { width: 240, height: 180 + 20 * n, channels: 3, background: '#888', noise } })
      return (n % 2 === 0 ? picture.jpeg({ progressive: n > 2 }) : picture.png()).toBuffer()
    }),
  )
}

const design = parseTemplate({
  schema: 1,
  width: 200,
  height: 150,
  layers: [
    { type: 'image', name: 'Photo', src: { bind: 'Photo' }, width: 120, height: 100, radius: 8 },
    { type: 'image', name: 'Small', src: { bind: 'Photo' }, x: 130, width: 60, height: 60 },
    { type: 'text', name: 'Price', text: { bind: 'Price' }, y: 100, width: 200, height: 50, fontSize: 40 },
  ],
})

/** The bytes of a picture, by its number: photo, price and format follow from it. */
async function hashOf(pool: RenderPool, number: number): Promise<string> {
  const { files } = await pool.render({
    version: { templateId: null, version: null, design },
    values: { Photo: `asset:${number % PHOTOS}`, Price: `${number % 4} €` },
    modifications: [],
    output: { formats: [(['jpeg', 'png', 'webp'] as const)[number % 3] ?? 'png'] },
    fonts: [],
    waits: true,
  })
  return createHash('sha256')
    .update(files[0]?.bytes ?? '')
    .digest('hex')
}

test('images have the same bytes in every process and order, whether their photo was shown before or not', async () => {
  const photos = await makePhotos()
  const open = (processes: number, recycleAfterRenders: number) =>
    createRenderPool({
      processes,
      recycleAfterRenders,
      deadlineMs: 60_000,
      compiledFolder: process.env.NODE_COMPILE_CACHE,
      loadPicture: async (src) => photos[Number(src.slice('asset:'.length))] ?? Buffer.of(),
    })
  const distinct = PHOTOS * 4 * 3
  const alone = open(1, 10_000)
  const several = open(2, 60)
  try {
    const truth: string[] = []
    for (let number = 0; number < distinct; number++) truth.push(await hashOf(alone, number))
    expect(new Set(truth).size).toBe(distinct)
    let seed = 11
    const numbers = Array.from({ length: RENDERS }, () => {
      seed = (seed * 48_271) % 2_147_483_647
      return seed % distinct
    })
    const made = await Promise.all(numbers.map((number) => hashOf(several, number)))
    expect(made).toEqual(numbers.map((number) => truth[number]))
    expect(several.stats()).toMatchObject({ failed: 0, crashed: 0, recycled: expect.any(Number) })
    expect(several.stats().recycled).toBeGreaterThan(0)
  } finally {
    await Promise.all([alone.close(), several.close()])
  }
})
