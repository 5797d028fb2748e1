import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import type { TemplateInput } from '#renderer/template/template.ts'
import { drawPage, renderer } from '#renderer/testing/render.test-kit.ts'

const template: TemplateInput = {
  schema: 1,
  width: 60,
  height: 40,
  layers: [{ type: 'ellipse', name: 'E', width: 60, height: 40, fill: '#ff000080' }],
}

describe('png', () => {
  test('keeps what is see-through', async () => {
    const page = await drawPage([{ type: 'rectangle', name: 'R', width: 50, height: 100, fill: '#ff000080' }], {
      background: 'transparent',
    })
    expect([page.at(10, 10), page.at(90, 90)]).toEqual([
      [255, 0, 0, 128],
      [0, 0, 0, 0],
    ])
  })

  test('has no alpha channel on a closed background', async () => {
    const { files } = await renderer.render({ template })
    expect(await sharp(files[0]?.bytes).metadata()).toMatchObject({ format: 'png', width: 60, height: 40, channels: 3 })
  })

  test('takes its settings and refuses others', async () => {
    const { files } = await renderer.render({ template, encoding: { png: { palette: true } } })
    expect((await sharp(files[0]?.bytes).metadata()).isPalette).toBe(true)
    const few = await renderer.render({ template, encoding: { png: { colors: 2, dither: 0 } } })
    const { isPalette, bitsPerSample } = await sharp(few.files[0]?.bytes).metadata()
    expect([isPalette, bitsPerSample]).toEqual([true, 1])
    const wrong = renderer.render({ template, encoding: { png: { compressionLevel: 10 } } })
    await expect(wrong).rejects.toThrow('encoding.png.compressionLevel must be at most 9')
  })
})
