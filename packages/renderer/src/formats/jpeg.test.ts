import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import type { TemplateInput } from '#renderer/template/template.ts'
import { renderer } from '#renderer/testing/render.test-kit.ts'

const template: TemplateInput = { schema: 1, width: 64, height: 64, background: 'transparent', layers: [] }

describe('jpeg', () => {
  test('shows white where nothing is drawn', async () => {
    const { files } = await renderer.render({ template, formats: ['jpeg'] })
    const { data, info } = await sharp(files[0]?.bytes).raw().toBuffer({ resolveWithObject: true })
    expect(info.channels).toBe(3)
    expect(data.every((byte) => byte === 255)).toBe(true)
  })

  test('shows another colour there', async () => {
    const encoding = { jpeg: { background: 'rgb(0 0 255)' } }
    const { files } = await renderer.render({ template, formats: ['jpeg'], encoding })
    const { data } = await sharp(files[0]?.bytes).raw().toBuffer({ resolveWithObject: true })
    expect(data[0]).toBeLessThan(5)
    expect(data[2]).toBeGreaterThan(250)
  })

  test('takes quality, chroma and progressive', async () => {
    const background: TemplateInput['background'] = {
      type: 'conic',
      stops: [{ color: 'red' }, { color: 'blue' }, { color: 'lime' }],
    }
    const size = async (quality: number) => {
      const { files } = await renderer.render({
        template: { ...template, background },
        formats: ['jpeg'],
        quality,
      })
      return files[0]?.bytes.length ?? 0
    }
    expect(await size(20)).toBeLessThan(await size(95))
    const encoding = { jpeg: { chromaSubsampling: '4:4:4', progressive: true } }
    const { files } = await renderer.render({ template, formats: ['jpeg'], encoding })
    const found = await sharp(files[0]?.bytes).metadata()
    expect(found).toMatchObject({ format: 'jpeg', chromaSubsampling: '4:4:4', isProgressive: true })
    const usual = await renderer.render({ template, formats: ['jpeg'] })
    expect(await sharp(usual.files[0]?.bytes).metadata()).toMatchObject({
      chromaSubsampling: '4:2:0',
      isProgressive: false,
    })
  })
})
