import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { createFileLoader } from '#renderer/cli/file-loader.ts'
import type { RenderJob } from '#renderer/jobs/job.ts'
import { createRenderer } from '#renderer/node/create-renderer.ts'
import { parseTemplate, type TemplateInput } from '#renderer/template/template.ts'

const folder = join(import.meta.dirname, '..', '..', 'designs')
const designSchema = z.object({
  template: z.unknown().transform(parseTemplate),
  values: z.record(z.string(), z.string()).default({}),
  modifications: z.array(z.looseObject({ name: z.string() })).default([]),
})
const renderer = createRenderer({ load: createFileLoader(folder) })
const blank: TemplateInput = { schema: 1, width: 100, height: 50, layers: [] }

async function pngOf(job: RenderJob): Promise<Uint8Array> {
  const { files } = await renderer.render({ ...job, formats: ['png'] })
  return files[0]?.bytes ?? new Uint8Array()
}

describe('render() of a region', () => {
  test.each(globSync('*.json', { cwd: folder }).sort())('makes the pixels of the whole picture of %s', async (file) => {
    const design = designSchema.parse(JSON.parse(readFileSync(join(folder, file), 'utf8')))
    const { width, height } = design.template
    for (const scale of [1, 1.5]) {
      const whole = await pngOf({ ...design, scale })
      const regions = [
        { x: width / 3 + 0.3, y: height / 4, width: width / 2, height: height / 3 },
        { x: -20, y: height / 2, width: 51, height: height },
      ]
      for (const region of regions) {
        const [left, top] = [Math.max(0, Math.floor(region.x * scale)), Math.floor(region.y * scale)]
        const part = await sharp(await pngOf({ ...design, scale, region }))
          .raw()
          .toBuffer({ resolveWithObject: true })
        const box = { left, top, width: part.info.width, height: part.info.height }
        const expected = await sharp(whole).extract(box).raw().toBuffer()
        expect(box.left + box.width).toBeGreaterThanOrEqual(Math.floor((region.x + region.width) * scale))
        expect(part.data.equals(expected), `${file} at ${scale}, ${JSON.stringify(region)}`).toBe(true)
      }
    }
  })

  test('is as large as it says, and cut at the edges of the page', async () => {
    const sizeOf = async (region: NonNullable<RenderJob['region']>, scale = 1) => {
      const { width, height } = await sharp(await pngOf({ template: blank, region, scale })).metadata()
      return [width, height]
    }
    expect(await sizeOf({ x: 10, y: 10, width: 20, height: 5 })).toEqual([20, 5])
    expect(await sizeOf({ x: 10.5, y: 10, width: 20, height: 5 })).toEqual([21, 5])
    expect(await sizeOf({ x: 90, y: -10, width: 20, height: 20 }, 2)).toEqual([20, 20])
    expect(await sizeOf({ x: -5, y: -5, width: 500, height: 500 })).toEqual([100, 50])
  })

  test('may belong to a picture that would be too large', async () => {
    const template = { ...blank, width: 5000, height: 5000 }
    await expect(pngOf({ template, scale: 8 })).rejects.toThrow('million pixels')
    const region = { x: 4000, y: 4000, width: 20, height: 10 }
    const { width, height } = await sharp(await pngOf({ template, scale: 8, region })).metadata()
    expect([width, height]).toEqual([160, 80])
  })

  test.each([
    [{ x: 200, y: 0, width: 10, height: 10 }, 'must show a part of the page'],
    [{ x: 0, y: 0, width: 0, height: 10 }, 'must show a part of the page'],
    [{ x: Number.NaN, y: 0, width: 10, height: 10 }, 'must have a finite x'],
  ])('refuses %o', async (region, message) => {
    await expect(pngOf({ template: blank, region })).rejects.toThrow(message)
  })

  test('refuses a PDF', async () => {
    const region = { x: 0, y: 0, width: 10, height: 10 }
    await expect(renderer.render({ template: blank, region, formats: ['pdf'] })).rejects.toThrow(
      'region is not supported for pdf',
    )
  })
})
