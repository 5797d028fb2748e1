import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { createRenderer } from '#renderer/node/create-renderer.ts'
import { MAX_PREVIEW_BYTES, previewSize } from './make-preview.ts'
import { previewOf } from './preview-of.ts'

const renderer = createRenderer()

const templateOf = (width: number, height: number, background: string) => ({
  schema: 1 as const,
  width,
  height,
  background,
  layers: [
    { type: 'text' as const, name: 'Title', text: 'Preview', width, height: Math.min(height, 200), fontSize: 40 },
  ],
})

const ratios: [number, number, number, number][] = [
  [1200, 628, 480, 251],
  [800, 800, 480, 480],
  [540, 960, 270, 480],
  [1500, 500, 480, 160],
  [1240, 1754, 339, 480],
  [200, 100, 200, 100],
  [4000, 4, 480, 1],
]

describe('a preview', () => {
  test.each(ratios)('of %i x %i has its ratio, and changes no other file', async (width, height, widthPx, heightPx) => {
    const template = templateOf(width, height, '#ffd400')
    const made = await renderer.render({ template, preview: true })
    expect(made.preview).toMatchObject({ format: 'jpeg', widthPx, heightPx })
    expect(await sharp(made.preview?.bytes).metadata()).toMatchObject({
      format: 'jpeg',
      width: widthPx,
      height: heightPx,
    })
    expect(made.files).toEqual((await renderer.render({ template })).files)
  })

  test('keeps what shines through', async () => {
    const { preview } = await renderer.render({ template: templateOf(600, 600, '#ffffff00'), preview: true })
    expect(preview?.format).toBe('webp')
    expect((await sharp(preview?.bytes).stats()).isOpaque).toBe(false)
  })

  test('of a PDF alone is drawn as small as it is shown', async () => {
    const template = templateOf(2480, 3508, '#ffffff')
    const { files, preview } = await renderer.render({ template, formats: ['pdf'], preview: true })
    expect(files.map(({ format }) => format)).toEqual(['pdf'])
    expect(preview).toMatchObject({ widthPx: 339, heightPx: 480 })
  })

  test('of noise has at most 20 kB, too', async () => {
    const pixels = Buffer.alloc(2000 * 2000 * 3)
    let state = 1
    for (let at = 0; at < pixels.length; at++) {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
      pixels[at] = state >>> 24
    }
    for (const scale of [1, 4]) {
      const size = { width: 2000 / scale, height: 2000 / scale }
      const raw = { raw: { width: 2000, height: 2000, channels: 3 as const } }
      const png = await sharp(pixels, raw)
        .extract({ left: 0, top: 0, ...size })
        .png()
        .toBuffer()
      const preview = await previewOf(png)
      expect(preview.bytes.length).toBeLessThanOrEqual(MAX_PREVIEW_BYTES)
      expect(preview.widthPx).toBe(preview.heightPx)
    }
  })

  test('previewOf() refuses what is no picture', async () => {
    await expect(previewOf(new TextEncoder().encode('<html>'))).rejects.toMatchObject({ name: 'RenderError' })
  })

  test('previewSize() never enlarges', () => {
    expect(previewSize({ widthPx: 3, heightPx: 2 })).toEqual({ widthPx: 3, heightPx: 2 })
  })
})
