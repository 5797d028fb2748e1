import { globSync, mkdirSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { createCanvas, type SKRSContext2D } from '@napi-rs/canvas'
import { createRenderer, parseTemplate } from '@pictable/renderer'
import type { BrowserContext, Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { buildPages, serveFolder } from '#test/browser/serve.ts'
import { chromiumPath, sharedBrowser } from './chromium.ts'
import { compare } from './compare.ts'
import { type Design, designs, jobForPage } from './designs.ts'
import { farthest, recordRuns } from './record-runs.ts'

// PARITY=all compares every design, and leaves pairs of pictures to look at in out/parity.
const all = process.env.PARITY === 'all'
const some =
  /^(design (charts|fills-and-strokes|groups|letter-spacing|scripts|text-fits|text-styles)|gallery (gift-voucher|multilingual-card))$/
const chosen = [...designs.filter(({ name }) => all || some.test(name)), variableFont(), serifs(), features()]

const wordless = /^design (fills-and-strokes|images|lines-and-stars|painted-kinds|shapes)$/

/** Two measurements of the same letters; what is drawn is put to parts of a pixel. */
const MOST_OFF_PX = 0.05
/**
 * Of 255. The two are different builds of Skia: edges of letters and curves are smoothed differently, baselines between
 * two pixels go to the one or the other, and photographs are resized by sharp on the server.
 */
const MOST_MEAN = 5
const MOST_P95 = 24

const runSchema = z.object({ text: z.string(), x: z.number(), y: z.number() })
const drawnSchema = z.object({ runs: z.array(runSchema), layers: z.unknown(), png: z.string() })

const redrawnSchema = z.object({ parts: z.int(), far: z.int(), most: z.number() })

const out = join(import.meta.dirname, '..', '..', 'out')
const folder = join(out, 'browser-test')
let context: BrowserContext
let page: Page
let served: Awaited<ReturnType<typeof serveFolder>>

describe.skipIf(chromiumPath === undefined)('the renderer on a page', () => {
  beforeAll(async () => {
    await buildPages(['examples/browser/index.html', 'test/browser/page.html'], folder)
    served = await serveFolder(folder)
    context = await (await sharedBrowser()).newContext()
    page = await context.newPage()
    // Of the design whose names of files are computed.
    await page.route('**/photo.jpg', (route) => route.fulfill({ path: 'packages/renderer/designs/photo.jpg' }))
    await page.goto(`${served.origin}/test/browser/page.html`)
    await page.waitForFunction('window.page')
  })

  afterAll(async () => {
    await context?.close()
    served?.close()
  })

  test.each(chosen)('draws $name as the server does', async (design) => {
    const server = await drawOnServer(design)
    const drawn = drawnSchema.parse(
      await page.evaluate(`window.page.draw(${JSON.stringify(await jobForPage(design))})`),
    )
    expect(server.runs.length > 0).toBe(!wordless.test(design.name))
    expect(farthest(drawn.runs, server.runs)).toBeLessThan(MOST_OFF_PX)
    expect(drawn.layers).toEqual(server.layers)
    const png = Buffer.from(drawn.png.split(',')[1] ?? '', 'base64')
    if (all) await keepPair(design.name, [server.png, png])
    const { mean, p95 } = await compare(server.png, png)
    expect(mean).toBeLessThan(MOST_MEAN)
    expect(p95).toBeLessThanOrEqual(MOST_P95)
  })

  const edited = / (fills-and-strokes|groups|multilingual-card|text-fits)$/
  let parts = 0
  test.each(chosen.filter(({ name }) => all || edited.test(name)))(
    'draws of $name, when it is edited, what differs, as it draws all of it',
    async (design) => {
      const { template } = z.object({ template: z.object({ width: z.number(), height: z.number() }) }).parse(design.job)
      const { width, height } = template
      const job = JSON.stringify(await jobForPage(design))
      for (const view of [
        { x: 0, y: 0, width, height, scale: 0.5 },
        { x: width * 0.1, y: height * 0.2, width: width * 0.4, height: height * 0.5, scale: 1.25 },
      ]) {
        const redraws = `window.page.compareRedraws(${job}, ${JSON.stringify(view)})`
        const redrawn = redrawnSchema.parse(await page.evaluate(redraws))
        // Where a curve crosses the edge of an area, it is smoothed a little differently.
        expect.soft(redrawn.far, `from ${view.x}`).toBeLessThan(400)
        expect.soft(redrawn.most, `from ${view.x}`).toBeLessThan(100)
        parts += redrawn.parts
      }
    },
  )

  test('draws edited designs in parts', () => {
    expect(parts).toBeGreaterThan(50)
  })

  // Says how long a frame takes; what it may take depends on the machine.
  test('follows the hand', async () => {
    const dragged = all ? / (social-card|certificate|event-badge)$/ : / social-card$/
    for (const design of designs.filter(({ name }) => dragged.test(name))) {
      const job = await jobForPage(design)
      const [layer] = parseTemplate(design.job.template).layers.filter(({ type }) => type === 'text')
      const drag = `window.page.drag(${JSON.stringify(job)}, ${JSON.stringify(layer?.name)}, 100)`
      await page.evaluate(drag)
      const times = z.array(z.number()).parse(await page.evaluate(drag))
      expect(times).toHaveLength(100)
      if (all)
        console.log(
          `${design.name}: ${times[50]?.toFixed(1)} ms per frame, 95th percentile ${times[95]?.toFixed(1)} ms`,
        )
    }
  })

  test('is built without anything of Node, and small before fonts and codes are asked for', () => {
    const files = globSync('assets/*.js', { cwd: folder })
    expect(files.filter((file) => /["']node:/.test(readFileSync(join(folder, file), 'utf8')))).toEqual([])
    const html = readFileSync(join(folder, 'test/browser/page.html'), 'utf8')
    const first = [...html.matchAll(/(?:src|href)="\/(assets\/[^"]+\.js)"/g)].map(([, path = '']) => path)
    const bytes = first.reduce((sum, path) => sum + brotliCompressSync(readFileSync(join(folder, path))).length, 0)
    expect(bytes).toBeLessThan(120_000)
  })

  test('shows the example, which follows what is typed', async () => {
    const example = await context.newPage()
    await example.goto(`${served.origin}/examples/browser/index.html`)
    await example.waitForFunction("document.querySelector('#said').textContent === '2 lines at 100 %'")
    await example.fill('#title', 'One line')
    await example.waitForFunction("document.querySelector('#said').textContent === '1 lines at 100 %'")
    const size = await example.evaluate(
      "[document.querySelector('canvas').width, document.querySelector('canvas').height]",
    )
    expect(size).toEqual([1200, 630])
  })

  test('says what is wrong with a record as the server does', async () => {
    const layers = [{ type: 'image', name: 'Photo', x: 0, y: 0, width: 50, height: 50, src: 'data:text/html,<html>' }]
    const job = { template: { schema: 1, width: 50, height: 50, layers } }
    const said = await page.evaluate(`window.page.draw(${JSON.stringify(job)})`)
    const server = createRenderer().render({ template: parseTemplate(job.template) })
    await expect(server).rejects.toThrow('it is HTML')
    await server.catch((error) => expect(said).toEqual({ error: String(error) }))
  })
})

/** A font as people upload it: packed, of several axes. */
function variableFont(): Design {
  const line = (at: number, look: object) => ({
    ...{ type: 'text', name: `Line ${at}`, text: 'Rauchig & leicht, 3½ Gläser', fontFamily: 'Own' },
    ...{ x: 10, y: 10 + at * 60, width: 560, height: 60, fontSize: 40, ...look },
  })
  const looks = [{}, { fontVariations: { opsz: 32 } }, { fontWeight: 850 }, { fontVariations: { opsz: 21, wght: 333 } }]
  const fonts = [{ family: 'Own', src: 'own.woff2' }]
  return {
    name: 'a variable font as WOFF2',
    load: () => readFile(createRequire(import.meta.url).resolve('inter-ui/variable/InterVariable.woff2')),
    job: {
      template: {
        schema: 1,
        width: 580,
        height: 260,
        background: '#fff',
        fonts,
        layers: looks.map((look, at) => line(at, look)),
      },
      ...{ values: {}, modifications: [], scale: 1 },
    },
  }
}

/** In bundled fonts, packed and not, and in one that people upload. */
function features(): Design {
  const looks = [
    { text: '111 810 tabular', fontFeatures: { tnum: true } },
    { text: '10:40 -> 8x8, aG', fontFeatures: { tnum: true, zero: true, ss01: true, calt: false } },
    { text: 'Tax 1/2 of 3/8', fontWeight: 700, fontFeatures: { frac: true } },
    { text: '111 spaced', letterSpacing: 0.1, fontFeatures: { tnum: true, liga: true } },
    { text: 'Hamburg 0123', fontFamily: 'Noto Serif', fontFeatures: { smcp: true, onum: true } },
    { text: 'office AVATAR', fontFamily: 'Noto Serif', fontFeatures: { liga: false, kern: false } },
    { text: '111 a heavy', fontFamily: 'Own', fontWeight: 850, fontFeatures: { tnum: true, cv11: true } },
  ]
  return {
    name: 'features of fonts',
    load: () => readFile(createRequire(import.meta.url).resolve('inter-ui/variable/InterVariable.woff2')),
    job: {
      template: {
        schema: 1,
        width: 580,
        height: 500,
        background: '#fff',
        fonts: [{ family: 'Own', src: 'own.woff2' }],
        layers: looks.map((look, at) => ({
          ...{ type: 'text', name: `Line ${at}`, x: 10, y: 10 + at * 70, width: 560, height: 70, fontSize: 40 },
          ...look,
        })),
      },
      ...{ values: {}, modifications: [], scale: 1 },
    },
  }
}

/** Other files stand for families with serifs of two scripts: which one is chosen is seen by their weight. */
function serifs(): Design {
  const line = (name: string, at: number, look: object) => ({
    ...{ type: 'text', name, x: 10, y: 10 + at * 70, width: 560, height: 70, fontSize: 40, fontFamily: 'Noto Serif' },
    ...look,
  })
  const require = createRequire(import.meta.url)
  return {
    name: 'letters in the families with serifs of their scripts',
    load: (src) => readFile(require.resolve(`@expo-google-fonts/${src}`)),
    job: {
      template: {
        schema: 1,
        width: 580,
        height: 300,
        background: '#fff',
        fonts: [
          { family: 'Noto Serif Hebrew', src: 'noto-sans-hebrew/900Black/NotoSansHebrew_900Black.ttf' },
          { family: 'Noto Serif Thai', src: 'noto-sans-thai/900Black/NotoSansThai_900Black.ttf' },
          { family: 'Playfair Display', src: 'noto-sans-lao/400Regular/NotoSansLao_400Regular.ttf' },
        ],
        layers: [
          line('Hebrew', 0, { text: 'Fish: דג סקרן שט בים' }),
          line('Thai', 1, { text: 'สวัสดีชาวโลก, hello' }),
          line('Greek', 2, { text: 'Ξεσκεπάζω ψυχή', fontFamily: 'Playfair Display' }),
          line('Without', 3, { text: 'דג สวัสดี', fontFamily: 'Inter' }),
        ],
      },
      ...{ values: {}, modifications: [], scale: 1 },
    },
  }
}

/** Lines of text begin at a whole ascent. */
function fullAscent(context: SKRSContext2D): number {
  const { fontBoundingBoxAscent } = context.measureText('x')
  return Math.round(fontBoundingBoxAscent) - fontBoundingBoxAscent
}

async function drawOnServer({ job, load }: Design) {
  const recording = recordRuns<SKRSContext2D>(Object.getPrototypeOf(createCanvas(1, 1).getContext('2d')), fullAscent)
  try {
    const { files, report } = await createRenderer({ load }).render({ ...job, template: parseTemplate(job.template) })
    return { runs: recording.runs(), layers: report.layers, png: Buffer.from(files[0]?.bytes ?? []) }
  } finally {
    recording.stop()
  }
}

async function keepPair(name: string, [left, right]: readonly [Buffer, Buffer]): Promise<void> {
  mkdirSync(join(out, 'parity'), { recursive: true })
  const { width, height } = await sharp(left).metadata()
  const both = [
    { input: left, left: 0, top: 0 },
    { input: right, left: width, top: 0 },
  ]
  const sheet = sharp({ create: { width: width * 2, height, channels: 4, background: '#888888' } })
  await sheet
    .composite(both)
    .png()
    .toFile(join(out, 'parity', `${name}.png`))
}
