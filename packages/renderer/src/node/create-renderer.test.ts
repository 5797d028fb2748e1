import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { TemplateError, type TemplateInput } from '#renderer/template/template.ts'
import { createRenderer } from './create-renderer.ts'

const words = { type: 'text', name: 'Words', text: 'Hello', width: 60, height: 30, fontSize: 24 } as const
const template: TemplateInput = { schema: 1, width: 60, height: 30, layers: [words] }
const serif = createRequire(import.meta.url).resolve('@expo-google-fonts/noto-serif/900Black/NotoSerif_900Black.ttf')

async function png(job: Parameters<ReturnType<typeof createRenderer>['render']>[0], renderer = createRenderer()) {
  const { files } = await renderer.render(job)
  return Buffer.from(files[0]?.bytes ?? []).toString('base64')
}

describe('createRenderer()', () => {
  test('makes every format asked for, at the scale asked for', async () => {
    const { files } = await createRenderer().render({ template, formats: ['jpeg', 'png', 'webp'], scale: 1.5 })
    expect(files.map(({ format, widthPx, heightPx }) => [format, widthPx, heightPx])).toEqual([
      ['jpeg', 90, 45],
      ['png', 90, 45],
      ['webp', 90, 45],
    ])
  })

  test('ignores what the visual editor keeps in a template', async () => {
    const editor = { guides: { x: [30] }, grid: { columns: 3 }, safeArea: { top: 9 }, locked: ['Words'] }
    expect(await png({ template: { ...template, editor } })).toBe(await png({ template }))
  })

  test.each([
    [0.1, [6, 3]],
    [0.35, [21, 11]],
    [0.55, [33, 17]],
    [8, [480, 240]],
  ])('rounds sides to whole pixels at scale %d', async (scale, size) => {
    const formats = ['png', 'jpeg', 'webp', 'avif'] as const
    const { files } = await createRenderer().render({ template, formats, scale })
    for (const { bytes, widthPx, heightPx } of files) {
      const { width, height } = await sharp(bytes).metadata()
      expect([
        [widthPx, heightPx],
        [width, height],
      ]).toEqual([size, size])
    }
  })

  test('refuses more than 100 million pixels', async () => {
    const large: TemplateInput = { schema: 1, width: 4000, height: 4000, layers: [] }
    await expect(createRenderer().render({ template: large, scale: 3 })).rejects.toMatchObject({
      code: 'output_too_large',
      message: '12000 x 12000 is more than 100 million pixels',
    })
  })

  test('makes a thumbnail from the same drawing', async () => {
    const job = { template, formats: ['png'], scale: 2 } as const
    const { files, thumbnail } = await createRenderer().render({ ...job, thumbnail: { width: 31 } })
    expect(files).toHaveLength(1)
    expect(thumbnail).toMatchObject({ format: 'webp', widthPx: 31, heightPx: 16 })
    expect(await sharp(thumbnail?.bytes).metadata()).toMatchObject({ format: 'webp', width: 31, height: 16 })
    const jpeg = await createRenderer().render({ ...job, formats: ['pdf'], thumbnail: { width: 999, format: 'jpeg' } })
    expect(jpeg.thumbnail).toMatchObject({ format: 'jpeg', widthPx: 120, heightPx: 60 })
    const wrong = createRenderer().render({ ...job, thumbnail: { width: 0.5 } })
    await expect(wrong).rejects.toThrow('thumbnail.width must be a whole number')
  })

  test('reports the time of every step', async () => {
    const { report } = await createRenderer().render({ template })
    expect(Object.keys(report.ms)).toEqual(['check', 'fill', 'load', 'measure', 'place', 'draw', 'encode', 'report'])
  })

  test('refuses what is no template', () => {
    expect(() => createRenderer().prepare({ ...template, width: 0 })).toThrow(TemplateError)
  })

  test('prepares a version once, and takes what another renderer prepared', async () => {
    const renderer = createRenderer()
    const prepared = renderer.prepare(template, 'v1')
    expect(renderer.prepare({ ...template, width: 90 }, 'v1')).toBe(prepared)
    expect(renderer.prepare(template, 'v2')).not.toBe(prepared)
    expect(await png({ template: prepared }, createRenderer())).toBe(await png({ template }))
  })

  test('uses fonts of the caller and of the template', async () => {
    const plain = await png({ template })
    const layers = [{ ...words, fontFamily: 'Own' }]
    const own = createRenderer({ fonts: [{ family: 'Own', path: serif, weight: 900 }] })
    const byCaller = await png({ template: { ...template, layers } }, own)
    const fonts = [{ family: 'Own', src: 'own.ttf', weight: 900 }]
    const byTemplate = await png({ template: { ...template, layers, fonts }, load: async () => readFileSync(serif) })
    expect(byCaller).not.toBe(plain)
    expect(byTemplate).toBe(byCaller)
  })

  test.each([
    [
      'that is no font',
      async () => new Uint8Array([1, 2, 3, 4]),
      'font_invalid',
      /"Own" is not TTF, OTF, WOFF or WOFF2/,
    ],
    ['that is damaged', async () => new Uint8Array([0, 1, 0, 0, 9, 9, 9, 9]), 'font_invalid', /"Own"/],
    ['that is not there', () => Promise.reject(new Error('no such file')), 'load_failed', 'font "Own": no such file'],
  ])('fails for a font %s', async (_what, load, code, message) => {
    const layers = [{ ...words, fontFamily: 'Own' }]
    const failed = createRenderer().render({
      template: { ...template, layers, fonts: [{ family: 'Own', src: 'x' }] },
      load,
    })
    await expect(failed).rejects.toMatchObject({ code, layer: undefined, ofPage: false })
    await expect(failed).rejects.toThrow(message)
  })

  test('stops when the signal says so', async () => {
    const controller = new AbortController()
    const photo = { type: 'image', name: 'Photo', src: 'x', width: 9, height: 9 } as const
    const load = (_src: string, { signal }: { signal: AbortSignal }) =>
      new Promise<Uint8Array>((_, reject) => signal.addEventListener('abort', () => reject(new Error('stopped'))))
    const job = { template: { ...template, layers: [photo] }, load, signal: controller.signal }
    const rendering = createRenderer().render(job)
    controller.abort()
    await expect(rendering).rejects.toMatchObject({ code: 'cancelled' })
  })

  test.each([
    [{ scale: 9 }, 'scale must be from 0.1 to 8'],
    [{ quality: 0 }, 'quality must be a whole number from 1 to 100'],
    [
      { encoding: { jpeg: { color: true } }, formats: ['jpeg'] as const },
      'encoding.jpeg.color is not a known property',
    ],
  ])('refuses %j', async (options, message) => {
    const failed = createRenderer().render({ template, ...options })
    await expect(failed).rejects.toMatchObject({ code: 'option_invalid', message })
  })

  test('refuses more than a hundred million pixels', async () => {
    const large = { ...template, width: 10_000, height: 5000 }
    await expect(createRenderer().render({ template: large, scale: 2 })).rejects.toMatchObject({
      code: 'output_too_large',
    })
  })

  test('draws many pictures at once as one after the other', async () => {
    const renderer = createRenderer()
    const job = (text: string) => ({ template, modifications: [{ name: 'Words', text }] })
    const texts = ['one', 'two', 'three', 'four', 'five', 'six']
    const together = await Promise.all(texts.map((text) => png(job(text), renderer)))
    for (const [index, text] of texts.entries()) expect(together[index]).toBe(await png(job(text), renderer))
  })
})
