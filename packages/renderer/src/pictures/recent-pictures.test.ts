import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import type { Pixels } from '#renderer/canvas/canvas.ts'
import type { RenderJob } from '#renderer/jobs/job.ts'
import { createRenderer } from '#renderer/node/create-renderer.ts'
import type { DrawnSize } from './drawn-size.ts'
import { createRecentPictures } from './recent-pictures.ts'

const size: DrawnSize = { widthPx: 10, heightPx: 10, fit: 'cover', focalPoint: { x: 0.5, y: 0.5 } }

/** Counts what is decoded, as `count` pixels each. */
function decoder(count = 100) {
  const found: Pixels[] = []
  const decode = async () => {
    const pixels = { data: new Uint8ClampedArray(count * 4), widthPx: count, heightPx: 1 }
    found.push(pixels)
    return pixels
  }
  return { found, decode }
}

describe('createRecentPictures()', () => {
  test('keeps a picture from the second time on, by its content and size', async () => {
    const recent = createRecentPictures(10_000)
    const { found, decode } = decoder()
    const picture = () => new Uint8Array(200).fill(7)
    const first = await recent.find(picture(), size, decode)
    expect(recent.keeps(first)).toBe(false)
    const second = await recent.find(picture(), size, decode)
    expect(recent.keeps(second)).toBe(true)
    expect(await recent.find(picture(), size, decode)).toBe(second)
    expect(found).toHaveLength(2)
    await recent.find(picture(), { ...size, widthPx: 11 }, decode)
    await recent.find(picture(), { ...size, focalPoint: { x: 0, y: 0.5 } }, decode)
    expect(found).toHaveLength(4)
  })

  test('takes no picture for another one, however alike they are', async () => {
    const recent = createRecentPictures(10_000)
    const { found, decode } = decoder()
    const [one, other] = [new Uint8Array(1000), new Uint8Array(1000)]
    other[1] = 1
    for (let round = 0; round < 3; round++) {
      const pixels = await recent.find(one, size, decode)
      expect(await recent.find(other, size, decode)).not.toBe(pixels)
    }
    expect(found).toHaveLength(6)
  })

  test('keeps no more than its bound, and nothing for 0', async () => {
    const recent = createRecentPictures(10_000)
    const { decode } = decoder(500)
    const pictures = Array.from({ length: 9 }, (_, n) => new Uint8Array(200).fill(n))
    for (const picture of [...pictures, ...pictures]) await recent.find(picture, size, decode)
    const again = decoder(500)
    for (const picture of pictures) await recent.find(picture, size, again.decode)
    expect(again.found.length).toBeGreaterThanOrEqual(5)
    const large = decoder(1000)
    for (let round = 0; round < 3; round++) {
      const pixels = await recent.find(new Uint8Array(1), size, large.decode)
      expect(recent.keeps(pixels)).toBe(false)
    }
    const none = createRecentPictures(0)
    for (let round = 0; round < 3; round++)
      expect(none.keeps(await none.find(new Uint8Array(1), size, decode))).toBe(false)
  })

  test('keeps nothing of what cannot be decoded', async () => {
    const recent = createRecentPictures(10_000)
    const fail = () => Promise.reject(new Error('broken'))
    for (let round = 0; round < 3; round++)
      await expect(recent.find(new Uint8Array(9), size, fail)).rejects.toThrow('broken')
    expect(await recent.find(new Uint8Array(9), size, decoder().decode)).toMatchObject({ widthPx: 100 })
  })
})

async function photos(): Promise<Map<string, Uint8Array>> {
  const made = await Promise.all(
    Array.from({ length: 6 }, async (_, n) => {
      const noise = { type: 'gaussian', mean: 90 + 20 * n, sigma: 30 } as const
      const picture = sharp({ create: { width: 160 + 40 * n, height: 200, channels: 3, background: '#888', noise } })
      const bytes = n % 3 === 2 ? picture.png() : n % 3 === 1 ? picture.webp() : picture.jpeg({ progressive: n > 2 })
      return [`photo ${n}`, new Uint8Array(await bytes.toBuffer())] as const
    }),
  )
  return new Map(made)
}

test('images have the same bytes whatever was decoded before them', async () => {
  const all = await photos()
  const load = async (src: string) => Uint8Array.from(all.get(src) ?? [])
  const place = { width: 120, height: 90, src: { bind: 'A' } } as const
  const template = {
    schema: 1,
    width: 300,
    height: 200,
    layers: [
      { type: 'image', name: 'A', ...place },
      { type: 'image', name: 'B', ...place, x: 130, radius: 12, opacity: 0.8 },
      { type: 'image', name: 'C', ...place, y: 100, src: { bind: 'B' }, filters: { blur: 2 } },
      { type: 'text', name: 'T', x: 130, y: 100, width: 160, height: 40, fontSize: 30, text: { bind: 'Price' } },
    ],
  } satisfies RenderJob['template']
  const jobs = Array.from({ length: 36 }, (_, n): RenderJob => {
    const values = { A: `photo ${n % 6}`, B: `photo ${(n * 5 + 1) % 6}`, Price: `${n} €` }
    const formats =
      n % 9 === 0 ? (['jpeg', 'pdf'] as const) : ([(['png', 'jpeg', 'webp'] as const)[n % 3] ?? 'png'] as const)
    return { template, values, formats, preview: true }
  })
  const renderAll = async (renderers: (at: number) => ReturnType<typeof createRenderer>, order: readonly number[]) => {
    const made: string[] = []
    // Three in parallel, as in render processes.
    for (let at = 0; at < order.length; at += 3) {
      const some = order.slice(at, at + 3)
      await Promise.all(
        some.map(async (n) => {
          const { files, preview } = await renderers(n).render(jobs[n] ?? { template })
          const bytes = [...files, ...(preview ? [preview] : [])].map((file) =>
            Buffer.from(file.bytes).toString('base64'),
          )
          made[n] = bytes.join(' ')
        }),
      )
    }
    return made
  }
  const cold = createRenderer({ load, recentBytes: 0 })
  const inOrder = jobs.map((_, n) => n)
  const truth = await renderAll(() => cold, inOrder)
  let seed = 7
  const random = () => {
    seed = (seed * 48_271) % 2_147_483_647
    return seed
  }
  // With room for all, and for two or three that drive each other out.
  const renderers = [undefined, 400_000].map((recentBytes) =>
    createRenderer({ load, ...(recentBytes !== undefined && { recentBytes }) }),
  )
  for (let round = 0; round < 3; round++) {
    const order = inOrder.map((n) => ({ n, at: random() })).sort((a, b) => a.at - b.at)
    for (const renderer of renderers)
      expect(
        await renderAll(
          () => renderer,
          order.map(({ n }) => n),
        ),
      ).toEqual(truth)
  }
})
