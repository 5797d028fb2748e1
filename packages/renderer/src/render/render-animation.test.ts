import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import type { TemplateInput } from '#renderer/template/template.ts'
import { renderer } from '#renderer/testing/render.test-kit.ts'

const template: TemplateInput = {
  schema: 1,
  width: 20,
  height: 10,
  background: { bind: 'Color' },
  layers: [],
}
const frames = ['#ff0000', '#00ff00', '#0000ff'].map((Color) => ({ values: { Color } }))

async function colorsOf(bytes: Uint8Array): Promise<number[][]> {
  const { data, info } = await sharp(bytes, { animated: true })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const frameBytes = info.width * (info.pageHeight ?? info.height) * 4
  return Array.from({ length: data.length / frameBytes }, (_, at) => [
    ...data.subarray(at * frameBytes, at * frameBytes + 4),
  ])
}

describe('renderAnimation()', () => {
  test.each(['gif', 'webp'] as const)('makes a moving %s', async (format) => {
    const settings = format === 'webp' ? { lossless: true } : {}
    const job = { template, frames, format, settings, delaysMs: [100, 200, 300], loop: 2 }
    const { bytes, ...size } = await renderer.renderAnimation(job)
    expect(size).toMatchObject({ widthPx: 20, heightPx: 10, frames: [{ warnings: [] }, {}, {}] })
    expect(await sharp(bytes).metadata()).toMatchObject({ format, pages: 3, delay: [100, 200, 300], loop: 2 })
    expect(await colorsOf(bytes)).toEqual([
      [255, 0, 0, 255],
      [0, 255, 0, 255],
      [0, 0, 255, 255],
    ])
    const again = await renderer.renderAnimation(job)
    expect(Buffer.from(again.bytes).equals(bytes)).toBe(true)
  })

  test('plays for ever, a second each, unless told otherwise', async () => {
    const { bytes, widthPx } = await renderer.renderAnimation({ template, frames, scale: 2 })
    expect(widthPx).toBe(40)
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'gif', delay: [1000, 1000, 1000], loop: 0 })
  })

  test.each(['gif', 'webp'] as const)('keeps what is see-through in %s', async (format) => {
    const clear = { values: { Color: 'transparent' } }
    const { bytes } = await renderer.renderAnimation({ template, frames: [...frames, clear], format })
    expect((await colorsOf(bytes)).map((color) => color[3])).toEqual([255, 255, 255, 0])
  })

  test.each([
    [{ frames: [] }, 'frames must have at least one entry'],
    [{ delaysMs: [1] }, 'delaysMs has 1 entries for 3 frames'],
    [{ delaysMs: 1 }, 'delaysMs must be whole numbers from 10 to 600000'],
    [{ loop: -1 }, 'loop must be a whole number from 0 to 65535'],
    [{ settings: { colors: 1 } }, 'settings.colors must be at least 2'],
    [{ scale: 9 }, 'scale must be from 0.1 to 8'],
  ])('refuses %j', async (wrong, message) => {
    await expect(renderer.renderAnimation({ template, frames, ...wrong })).rejects.toMatchObject({
      code: 'option_invalid',
      message,
    })
  })

  test('refuses more pixels than it can hold', async () => {
    const large = { ...template, width: 5000, height: 4000 }
    await expect(renderer.renderAnimation({ template: large, frames })).rejects.toMatchObject({
      code: 'output_too_large',
      message: '3 frames of 5000 x 4000 exceed 50 million pixels',
    })
  })
})
