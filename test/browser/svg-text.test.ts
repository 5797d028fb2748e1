import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { createRenderer } from '@pictable/renderer'
import type { TemplateInput } from '@pictable/renderer/browser'
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { chromiumPath, sharedBrowser } from './chromium.ts'
import { compare } from './compare.ts'
import { buildPages, serveFolder } from './serve.ts'

const folder = join(import.meta.dirname, '..', '..', 'out', 'svg-text-test')
const serifPath = createRequire(import.meta.url).resolve(
  '@expo-google-fonts/noto-serif/900Black_Italic/NotoSerif_900Black_Italic.ttf',
)

/** Edges are smoothed by two libraries; letters of another font are at least twice as far away. */
const MOST_MEAN = 4

/** Lines of text, each on a drawing of its own that it fills. */
const lines: readonly (readonly [what: string, text: string])[] = [
  ['Latin', '<text font-family="Inter">Stoneware teapot</text>'],
  ['Japanese', '<text font-family="Inter">日本語のポスター</text>'],
  ['Japanese in a family that is named', '<text font-family="Noto Sans JP" font-weight="700">春の大売り出し</text>'],
  ['bold Japanese in a family without any', '<text font-family="Inter" font-weight="700">日本語のポスター</text>'],
  ['Latin beside Japanese', '<text font-family="Inter">Price 日本 120</text>'],
  ['Arabic', '<text font-family="Inter">مرحبا بالعالم</text>'],
  ['a part in another family', '<text font-family="Inter">Only <tspan font-family="Noto Serif">today</tspan></text>'],
  ['an uploaded family', '<text font-family="Own, serif">Stoneware</text>'],
  ['an uploaded family alone', '<g font-family="Own"><text>Stoneware</text></g>'],
]

function templateOf(text: string): TemplateInput {
  const placed = text.replace('<text', '<text x="10" y="46"')
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="400" height="60" font-size="40">${placed}</svg>`
  const box = { x: 0, y: 0, width: 400, height: 60 }
  return {
    schema: 1,
    width: 400,
    height: 60,
    background: '#fff',
    layers: [{ type: 'svg', name: 'Words', ...box, svg }],
  }
}

describe.skipIf(chromiumPath === undefined)('text of SVGs on a page', () => {
  let context: BrowserContext
  let page: Page
  let served: Awaited<ReturnType<typeof serveFolder>>

  beforeAll(async () => {
    await buildPages(['test/browser/page.html'], folder)
    served = await serveFolder(folder)
    context = await (await sharedBrowser()).newContext()
    page = await context.newPage()
    await page.goto(`${served.origin}/test/browser/page.html`)
    await page.waitForFunction('window.page')
    await page.evaluate(
      async (own) => {
        const fonts = await (await fetch('/fonts.json')).json()
        const renderer = window.page.engine.createBrowserRenderer({ fonts: [{ family: 'Own', src: own }, ...fonts] })
        Object.assign(window.page.engine, { renderer })
      },
      `data:font/ttf;base64,${(await readFile(serifPath)).toString('base64')}`,
    )
  })

  afterAll(async () => {
    await context?.close()
    served?.close()
  })

  test.each(lines)('is drawn as the server does: %s', async (_what, text) => {
    const template = templateOf(text)
    const own = { family: 'Own', path: serifPath }
    const { files } = await createRenderer({ fonts: [own] }).render({ template })
    const url = await page.evaluate(async (json) => {
      const { renderer, draw } = window.page.engine
      const canvas = document.createElement('canvas')
      draw(await renderer.layOut({ template: JSON.parse(json) }), canvas)
      return canvas.toDataURL('image/png')
    }, JSON.stringify(template))
    const drawn = Buffer.from(url.split(',')[1] ?? '', 'base64')
    const { mean } = await compare(Buffer.from(files[0]?.bytes ?? []), drawn)
    expect(mean).toBeLessThan(MOST_MEAN)
  })
})
