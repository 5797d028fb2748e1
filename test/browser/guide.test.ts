import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { blocksIn } from '#test/guides/blocks.ts'
import { chromiumPath, sharedBrowser } from './chromium.ts'
import { buildPages, serveFolder } from './serve.ts'

const root = join(import.meta.dirname, '..', '..')
const programs = 'out/guide-programs'
const built = join(root, 'out', 'guide-pages')
mkdirSync(join(root, programs), { recursive: true })
const programsIn = (page: string) =>
  blocksIn(readFileSync(join(root, page), 'utf8'))
    .filter(({ language }) => language === 'js')
    .map(({ code }) => code)
const [serving = '', unpacking = '', drawing = ''] = programsIn('docs/guides/in-the-browser.md')
const [unpackingPage = '', unpackingServer = ''] = unpacking.split('// On the server\n')
const readme = programsIn('packages/renderer/README.md').find((code) => code.includes('document.')) ?? ''

const font = 'inter-ui/web/Inter-Bold.woff2'
const text = { type: 'text', name: 'Title', text: { bind: 'Title' }, width: 200, height: 50 }
const template = { schema: 1, width: 200, height: 100, background: '#fff', layers: [text] }
const branded = {
  ...template,
  layers: [{ ...text, fontFamily: 'Brand' }],
  fonts: [{ family: 'Brand', src: '/brand.woff2' }],
}

/** What a page has before it shows a program. */
const given = `const values = { Title: 'Hello' }
const canvas = document.querySelector('canvas')
const done = (name, { report }) => { (window.done ??= {})[name] = report.layers.Title.lines }
`

describe('the programs of in-the-browser.md and of the README of the renderer', () => {
  test('serve fonts, and what is inside of WOFF2', () => {
    const body = `const body = readFileSync('node_modules/${font}')`
    const shown = 'fonts.file(fonts.faces[0].src.slice("/fonts/".length)).mediaType, layoutTables(body).length > 1000'
    const imports = "import { readFileSync } from 'node:fs'"
    writeFileSync(
      join(root, programs, 'serve.mjs'),
      [imports, serving, unpackingServer, body, `console.log(${shown})`].join('\n'),
    )
    const printed = execFileSync(process.execPath, [join(programs, 'serve.mjs')], { cwd: root, encoding: 'utf8' })
    expect(printed).toMatch(/^font\/\w+ true\n$/)
  })

  describe.skipIf(chromiumPath === undefined)('in a browser', () => {
    let page: Page
    let served: Awaited<ReturnType<typeof serveFolder>>

    beforeAll(async () => {
      const unpack = [
        "import { createBrowserRenderer } from '@pictable/renderer/browser'",
        "const fonts = await (await fetch('/fonts.json')).json()",
        unpackingPage,
        `done('unpack', await renderer.layOut({ template: ${JSON.stringify(branded)}, values }))`,
      ]
      const modules = {
        draw: [`const json = ${JSON.stringify(template)}`, drawing, "done('draw', picture)"],
        readme: [`const template = ${JSON.stringify(template)}`, readme, "done('readme', picture)"],
        unpack,
      }
      for (const [name, lines] of Object.entries(modules))
        writeFileSync(join(root, programs, `${name}.js`), [given, ...lines].join('\n'))
      const scripts = Object.keys(modules).map((name) => `<script type="module" src="./${name}.js"></script>`)
      writeFileSync(join(root, programs, 'index.html'), `<!doctype html><canvas></canvas>${scripts.join('')}`)
      await buildPages([`${programs}/index.html`], built)
      writeFileSync(join(built, 'brand.woff2'), readFileSync(join(root, 'node_modules', font)))
      served = await serveFolder(built)
      page = await (await sharedBrowser()).newPage()
    })

    afterAll(async () => {
      await page?.close()
      served?.close()
    })

    test('draw a template', async () => {
      const problems: string[] = []
      page.on('pageerror', (error) => problems.push(String(error)))
      await page.goto(`${served.origin}/${programs}/index.html`)
      await expect
        .poll(async () => (problems.length > 0 ? problems : page.evaluate('window.done')))
        .toEqual({ draw: 1, readme: 1, unpack: 1 })
      const isDrawn = await page.evaluate(() => {
        const canvas = document.querySelector('canvas')
        const pixels = canvas?.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data ?? []
        return Array.from(pixels).some((value, index) => index % 4 < 3 && value < 128)
      })
      expect(isDrawn).toBe(true)
    })
  })
})
