import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import type { TemplateInput } from '#renderer/template/template.ts'
import { renderer } from '#renderer/testing/render.test-kit.ts'

const template: TemplateInput = {
  schema: 1,
  width: 64,
  height: 48,
  background: 'transparent',
  layers: [{ type: 'ellipse', name: 'E', width: 64, height: 48, fill: '#ff000080' }],
}

describe('avif', () => {
  test('keeps what is see-through', async () => {
    const { files } = await renderer.render({ template, formats: ['avif'] })
    const picture = sharp(files[0]?.bytes)
    expect(await picture.metadata()).toMatchObject({ format: 'heif', compression: 'av1', width: 64, height: 48 })
    const { data, info } = await picture.raw().toBuffer({ resolveWithObject: true })
    expect(info.channels).toBe(4)
    expect(data[3]).toBeLessThan(10)
    expect(Math.abs((data[(24 * 64 + 32) * 4 + 3] ?? 0) - 128)).toBeLessThan(10)
  })

  test('takes its settings and refuses others', async () => {
    const encoding = { avif: { chromaSubsampling: '4:4:4', effort: 1 } }
    const { files } = await renderer.render({ template, formats: ['avif'], quality: 70, encoding })
    const usual = await renderer.render({ template, formats: ['avif'] })
    expect([files, usual.files].map(([file]) => isSubsampled(file?.bytes))).toEqual([false, true])
    const wrong = renderer.render({ template, formats: ['avif'], encoding: { avif: { effort: 10 } } })
    await expect(wrong).rejects.toThrow('encoding.avif.effort must be at most 9')
  })
})

/** Reads two bits of the box that describes the coded picture. */
function isSubsampled(bytes: Uint8Array | undefined): boolean {
  const file = Buffer.from(bytes ?? [])
  return ((file[file.indexOf('av1C') + 6] ?? 0) & 0b1100) === 0b1100
}
