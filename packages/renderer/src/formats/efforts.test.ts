import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Effort, efforts } from '#renderer/pictures/output-kind.ts'
import type { TemplateInput } from '#renderer/template/template.ts'
import { renderer } from '#renderer/testing/render.test-kit.ts'

/** Noise over a gradient, as cameras see it. */
async function makePhoto(): Promise<Uint8Array> {
  const pixels = new Uint8Array(300 * 300 * 3)
  let seed = 1
  for (let at = 0; at < pixels.length; at++) {
    seed = (seed * 48_271) % 2_147_483_647
    pixels[at] = 60 + (at % 900) / 7 + (seed % 9)
  }
  return sharp(pixels, { raw: { width: 300, height: 300, channels: 3 } })
    .jpeg({ quality: 92 })
    .toBuffer()
}

let photo: Uint8Array
beforeAll(async () => {
  photo = await makePhoto()
})

const words = { type: 'text', name: 'T', text: 'Teapot, 19 €', y: 40, width: 300, height: 60, fontSize: 40 } as const
const template: TemplateInput = {
  schema: 1,
  width: 300,
  height: 300,
  layers: [{ type: 'image', name: 'P', src: { bind: 'Photo' }, width: 300, height: 300 }, words],
}
const drawing: TemplateInput = { ...template, layers: [words] }

async function bytesOf(effort: Effort | undefined, more: object = {}): Promise<Uint8Array> {
  const job = { template, values: { Photo: 'photo' }, load: async () => photo, ...more }
  const { files } = await renderer.render({ ...job, ...(effort && { effort }) })
  return files[0]?.bytes ?? new Uint8Array()
}

const pixelsOf = (bytes: Uint8Array) => sharp(bytes).raw().toBuffer()

describe('effort', () => {
  test.each(['png', 'jpeg', 'webp', 'avif'] as const)(
    'orders the sizes of %s, with equal bytes each time',
    async (format) => {
      const more = { formats: [format] }
      const [fast, balanced, small] = await Promise.all(efforts.map((effort) => bytesOf(effort, more)))
      expect(small?.length).toBeLessThan(balanced?.length ?? 0)
      expect(balanced?.length).toBeLessThanOrEqual(fast?.length ?? 0)
      expect(await bytesOf('small', more)).toEqual(small)
      expect(await bytesOf(undefined, more)).toEqual(balanced)
    },
  )

  test('changes no pixel of a PNG', async () => {
    for (const page of [template, drawing]) {
      const [fast, balanced, small] = await Promise.all(
        efforts.map(async (effort) => pixelsOf(await bytesOf(effort, { template: page }))),
      )
      expect(fast?.equals(balanced ?? Buffer.of())).toBe(true)
      expect(small?.equals(balanced ?? Buffer.of())).toBe(true)
    }
  })

  test('gives way to a setting of the format', async () => {
    const encoding = { jpeg: { progressive: false } }
    const bytes = await bytesOf('small', { formats: ['jpeg'], encoding })
    expect((await sharp(bytes).metadata()).isProgressive).toBe(false)
    expect(bytes.length).toBeLessThan((await bytesOf('balanced', { formats: ['jpeg'] })).length)
  })

  test('orders the sizes of an animation', async () => {
    const frames = ['a', 'b'].map(() => ({ values: { Photo: 'photo' } }))
    const sizes = await Promise.all(
      efforts.map(async (effort) => {
        const job = { template, frames, format: 'webp' as const, effort, load: async () => photo }
        return (await renderer.renderAnimation(job)).bytes.length
      }),
    )
    const [fast = 0, balanced = 0, small = 0] = sizes
    expect(balanced).toBeLessThan(fast)
    expect(small).toBeLessThan(balanced)
  })

  test('says which there are', async () => {
    const wrong = JSON.parse('"tiny"')
    await expect(bytesOf(wrong)).rejects.toThrow('effort must be fast, balanced or small')
  })
})
