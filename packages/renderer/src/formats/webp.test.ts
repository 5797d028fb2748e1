import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import type { TemplateInput } from '#renderer/template/template.ts'
import { renderer } from '#renderer/testing/render.test-kit.ts'

describe('webp', () => {
  test('keeps what is see-through', async () => {
    const template: TemplateInput = { schema: 1, width: 64, height: 64, background: 'transparent', layers: [] }
    const { files } = await renderer.render({ template, formats: ['webp'] })
    expect(await sharp(files[0]?.bytes).metadata()).toMatchObject({ format: 'webp', hasAlpha: true })
  })

  test('keeps every colour when lossless', async () => {
    const template: TemplateInput = { schema: 1, width: 9, height: 9, background: '#0143f7', layers: [] }
    const { files } = await renderer.render({ template, formats: ['webp'], encoding: { webp: { lossless: true } } })
    expect([...(await sharp(files[0]?.bytes).raw().toBuffer()).subarray(0, 3)]).toEqual([0x01, 0x43, 0xf7])
  })

  test('refuses a picture longer than the format can hold', async () => {
    const template: TemplateInput = { schema: 1, width: 10_000, height: 10, layers: [] }
    await expect(renderer.render({ template, formats: ['webp'], scale: 2 })).rejects.toMatchObject({
      code: 'output_too_large',
      message: '20000 x 20 is too large for webp; the maximum is 16383 per side',
    })
  })
})
