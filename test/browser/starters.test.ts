import { join } from 'node:path'
import { createRenderer, parseTemplate, type TemplateInput, type TemplateLayer } from '@pictable/renderer'
import type { BrowserContext, Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { laidOutLayers } from '../../packages/renderer/src/render/laid-out-layers.ts'
import { layOutPage } from '../../packages/renderer/src/testing/lay-out.test-kit.ts'
import { chromiumPath, sharedBrowser } from './chromium.ts'
import { compare } from './compare.ts'
import { type Design, designs, jobForPage } from './designs.ts'
import { buildPages, serveFolder } from './serve.ts'

// PARITY=all looks at every starter and prints what it measures.
const all = process.env.PARITY === 'all'
const some = /^gallery (social-card|multilingual-card|price-list)$/
const starters = designs.filter(({ name }) => name.startsWith('gallery ') && (all || some.test(name)))
const cases = starters.flatMap((design) => [0.5, 1, 2].map((scale) => ({ design, scale, name: design.name })))

/** Of a layer, in pixels of the template. */
const MOST_BOX_PX = 0.02
/** Of 255. */
const MOST_MEAN = 2
/** Of the ink of a word, in pixels of the screen. The server hints letters: some begin at whole pixels, and lines do. */
const MOST_CENTROID_PX = 1.2

const boxSchema = z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() })
const matrixSchema = z.tuple([z.number(), z.number(), z.number(), z.number(), z.number(), z.number()])
const lookSchema = z.object({
  layers: z.array(z.object({ name: z.string(), bounds: boxSchema })),
  lines: z.array(z.object({ name: z.string(), matrix: matrixSchema, box: boxSchema })),
  png: z.string(),
})
type Look = z.output<typeof lookSchema>

const folder = join(import.meta.dirname, '..', '..', 'out', 'starters-test')
let context: BrowserContext
let page: Page
let served: Awaited<ReturnType<typeof serveFolder>>

describe.skipIf(chromiumPath === undefined)('a starter in the editor', () => {
  beforeAll(async () => {
    await buildPages(['test/browser/page.html'], folder)
    served = await serveFolder(folder)
    context = await (await sharedBrowser()).newContext()
    page = await context.newPage()
    await page.goto(`${served.origin}/test/browser/page.html`)
    await page.waitForFunction('window.page')
  })

  afterAll(async () => {
    await context?.close()
    served?.close()
  })

  test.each(cases)('$name is at $scale where and how the server draws it', async ({ design, scale, name }) => {
    const whole = withScale(design, scale)
    const [seen, drawn] = await Promise.all([lookAt(whole), drawOnServer(whole)])
    const boxes = farthestBox(seen.layers, await boxesOnServer(whole))
    const { mean } = await compare(drawn, pngOf(seen))
    const words = withScale({ ...design, job: { ...design.job, template: wordsOf(design.job.template) } }, scale)
    const [inBrowser, onServer] = await Promise.all([lookAt(words), drawOnServer(words)])
    const centroids = await centroidsOf(inBrowser.lines, { pictures: [onServer, pngOf(inBrowser)], scale })
    const worst = centroids.reduce((most, each) => (each.awayPx > most.awayPx ? each : most), { name: '', awayPx: 0 })
    if (all) console.log(name, scale, { boxes, mean, words: centroids.length, worst })
    expect(boxes).toBeLessThanOrEqual(MOST_BOX_PX)
    expect(mean).toBeLessThanOrEqual(MOST_MEAN)
    expect(worst.awayPx, worst.name).toBeLessThanOrEqual(MOST_CENTROID_PX)
  })
})

function withScale(design: Design, scale: number): Design {
  return { ...design, job: { ...design.job, scale } }
}

async function lookAt(design: Design): Promise<Look> {
  return lookSchema.parse(await page.evaluate(`window.page.look(${JSON.stringify(await jobForPage(design))})`))
}

function pngOf({ png }: Look): Buffer {
  return Buffer.from(png.slice(png.indexOf(',') + 1), 'base64')
}

async function drawOnServer({ job, load }: Design): Promise<Buffer> {
  const { files } = await createRenderer({ load }).render({ ...job, template: parseTemplate(job.template) })
  return Buffer.from(files[0]?.bytes ?? [])
}

async function boxesOnServer({ job, load }: Design): Promise<Look['layers']> {
  return laidOutLayers(await layOutPage({ ...job, load, template: parseTemplate(job.template) }))
}

function farthestBox(one: Look['layers'], other: Look['layers']): number {
  expect(one.map(({ name }) => name)).toEqual(other.map(({ name }) => name))
  const distances = one.flatMap(({ bounds }, at) => {
    const { x, y, width, height } = other[at]?.bounds ?? { x: 0, y: 0, width: 0, height: 0 }
    return [bounds.x - x, bounds.y - y, bounds.width - width, bounds.height - height].map(Math.abs)
  })
  return Math.max(0, ...distances)
}

/** The same design, of which only the text is seen. */
function wordsOf(json: unknown): TemplateInput {
  const { $schema: _, background: __, ...template } = parseTemplate(json)
  return { ...template, background: 'transparent', layers: template.layers.map(wordsOnly) }
}

function wordsOnly(layer: TemplateLayer): TemplateLayer {
  if (layer.type === 'text') return layer
  if (layer.type !== 'group') return { ...layer, opacity: 0 }
  const { stroke: _, shadow: __, ...group } = layer
  return { ...group, fill: 'transparent', children: layer.children.map(wordsOnly) }
}

interface Compared {
  readonly pictures: readonly [server: Buffer, browser: Buffer]
  readonly scale: number
}

/**
 * How far the ink of each word is away, of lines that are not turned, in pixels of the pictures. Of a whole line it would also
 * tell which letters are a little heavier: one percent of the ink at one end of a line moves its centroid by a pixel.
 */
async function centroidsOf(lines: Look['lines'], { pictures, scale }: Compared) {
  const [one, other] = await Promise.all(
    pictures.map((png) => sharp(png).ensureAlpha().raw().toBuffer({ resolveWithObject: true })),
  )
  if (!one || !other) return []
  return lines.flatMap(({ name, matrix: [a, b, c, d, e, f], box }) => {
    if (a !== 1 || b !== 0 || c !== 0 || d !== 1) return []
    const area = {
      left: Math.max(0, Math.floor((e + box.x) * scale) - 2),
      right: Math.min(one.info.width, (e + box.x + box.width) * scale + 2),
      top: Math.max(0, Math.floor((f + box.y) * scale) - 1),
      bottom: Math.min(one.info.height, (f + box.y + box.height) * scale + 1),
    }
    return wordsIn(area, [one, other]).flatMap((word) => {
      const [from, to] = [centroidIn(one, word), centroidIn(other, word)]
      return from && to ? [{ name, awayPx: Math.hypot(from.x - to.x, from.y - to.y) }] : []
    })
  })
}

interface Raw {
  readonly data: Buffer
  readonly info: { readonly width: number; readonly height: number }
}

interface Area {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
}

/** The parts of a line between gaps as wide as a space, in both pictures. */
function wordsIn(line: Area, pictures: readonly Raw[]): Area[] {
  const gapPx = (line.bottom - line.top) * 0.15
  const words: { left: number; right: number }[] = []
  for (let column = line.left; column < line.right; column++) {
    if (!pictures.some((picture) => hasInk(picture, { ...line, left: column }))) continue
    const last = words.at(-1)
    if (last && column - last.right <= gapPx) last.right = column + 1
    else words.push({ left: column, right: column + 1 })
  }
  return words.map((word) => ({ ...line, ...word }))
}

function hasInk({ data, info }: Raw, { left, top, bottom }: Area): boolean {
  for (let row = top; row < bottom; row++) if ((data[(row * info.width + left) * 4 + 3] ?? 0) > 0) return true
  return false
}

function centroidIn({ data, info }: Raw, { left, right, top, bottom }: Area) {
  let [sum, sumX, sumY] = [0, 0, 0]
  for (let row = top; row < bottom; row++) {
    for (let column = left; column < right; column++) {
      const alpha = data[(row * info.width + column) * 4 + 3] ?? 0
      sum += alpha
      sumX += alpha * column
      sumY += alpha * row
    }
  }
  return sum > 0 ? { x: sumX / sum, y: sumY / sum } : undefined
}
