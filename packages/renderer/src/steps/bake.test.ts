import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { createFileLoader } from '#renderer/cli/file-loader.ts'
import type { RenderJob } from '#renderer/jobs/job.ts'
import { createRenderer } from '#renderer/node/create-renderer.ts'
import { parseTemplate } from '#renderer/template/template.ts'

const folder = join(import.meta.dirname, '..', '..', 'designs')
const designSchema = z.object({
  template: z.unknown().transform(parseTemplate),
  values: z.record(z.string(), z.string()).default({}),
  modifications: z.array(z.looseObject({ name: z.string() })).default([]),
  scale: z.number().default(1),
})
const load = createFileLoader(folder)

/** The picture as it is drawn at first, and twice more: then what no value changes was drawn before. */
async function drawThrice(job: RenderJob): Promise<string[]> {
  const renderer = createRenderer({ load })
  const encoding = { png: { compressionLevel: 1, adaptiveFiltering: false } }
  const pictures: string[] = []
  for (let time = 0; time < 3; time++) {
    const { files } = await renderer.render({ ...job, encoding })
    pictures.push(Buffer.from(files[0]?.bytes ?? []).toString('base64'))
  }
  return pictures
}

describe('render() draws to the byte what it drew before', () => {
  test.each(globSync('*.json', { cwd: folder }).sort())(
    'of %s, whichever layers vary',
    { timeout: 120_000 },
    async (file) => {
      const design = designSchema.parse(JSON.parse(readFileSync(join(folder, file), 'utf8')))
      const { layers } = design.template
      // A layer that is changed cannot be drawn once for all.
      const varying = [
        [],
        layers.slice(0, 1),
        layers.filter((_, at) => at % 3 === 1),
        layers.filter((_, at) => at % 2 === 0),
      ]
      for (const changed of varying) {
        const plain = changed.filter(({ visible = true }) => visible === true)
        const touched = plain.map(({ name }) => ({ name, visible: true }))
        const [first = '', second, third] = await drawThrice({
          ...design,
          modifications: [...touched, ...design.modifications],
        })
        expect(first.length, basename(file)).toBeGreaterThan(100)
        expect(second === first, `${file}: drawn into a bitmap`).toBe(true)
        expect(third === first, `${file}: brought from a bitmap`).toBe(true)
      }
    },
  )

  test('when a layer blends with what varies below it', async () => {
    const template = parseTemplate({
      schema: 1,
      width: 200,
      height: 100,
      layers: [
        { type: 'rectangle', name: 'Left', width: 100, height: 100, fill: '#2060c0' },
        { type: 'rectangle', name: 'Right', x: 100, width: 100, height: 100, fill: { bind: 'Color' } },
        {
          type: 'ellipse',
          name: 'Over both',
          x: 50,
          y: 20,
          width: 100,
          height: 60,
          fill: '#ffb000',
          blendMode: 'multiply',
        },
        {
          type: 'ellipse',
          name: 'Over left',
          x: 5,
          y: 5,
          width: 40,
          height: 40,
          fill: '#ff000080',
          blendMode: 'screen',
        },
      ],
    })
    const renderer = createRenderer()
    const draw = async (color: string) => {
      const { files } = await renderer.render({ template, values: { Color: color } })
      return Buffer.from(files[0]?.bytes ?? []).toString('base64')
    }
    const alone = await createRenderer().render({ template, values: { Color: '#40ff40' } })
    await draw('#ff0000')
    await draw('#0000ff')
    expect(await draw('#40ff40')).toBe(Buffer.from(alone.files[0]?.bytes ?? []).toString('base64'))
  })
})

test('render() refuses groups that need more memory than there is', async () => {
  const nest = (depth: number): unknown => ({
    type: 'group',
    name: `Group ${depth}`,
    width: 5000,
    height: 5000,
    opacity: 0.5,
    children:
      depth === 0 ? [{ type: 'rectangle', name: 'Inside', width: 5000, height: 5000, fill: 'red' }] : [nest(depth - 1)],
  })
  const template = parseTemplate({ schema: 1, width: 5000, height: 5000, layers: [nest(5)] })
  const refused = createRenderer().render({ template })
  await expect(refused).rejects.toMatchObject({ code: 'output_too_large', layer: 'Group 1' })
  await expect(refused).rejects.toThrow('nested transparent groups')
})
