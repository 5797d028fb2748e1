import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { chromium as browser, type CDPSession, type Page } from 'playwright-core'
import { fontFiles } from '#bench/render/fonts.ts'
import type { Peer } from '#bench/render/peer.ts'
import { cssFill, type Item, type Scene } from '#bench/render/scene.ts'

const executablePath = [process.env.CHROMIUM_PATH, '/usr/bin/chromium'].find((path) => path && existsSync(path))

/** Chromium is on this machine. */
export const hasChromium = executablePath !== undefined

const flags = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking']

function markupOf(item: Item): string {
  const { x, y, width, height } = item
  const place = `left:${x}px;top:${y}px;width:${width}px;height:${height}px;`
  if (item.kind === 'photo') {
    const src = `data:image/jpeg;base64,${item.jpeg.toString('base64')}`
    return `<img src="${src}" style="${place}border-radius:${item.radius ?? 0}px">`
  }
  if (item.kind === 'shape') {
    return `<div style="${place}background:${cssFill(item.fill)};border-radius:${item.radius ?? 0}px"></div>`
  }
  const { size, weight, color, lineHeight = 1.2, align = 'left', text } = item
  return `<div style="${place}font:${weight} ${size}px/${lineHeight} Bench;color:${color};text-align:${align}">${text}</div>`
}

async function openPage({ width, height }: Scene): Promise<{ page: Page; session: CDPSession }> {
  const launched = await browser.launch({ executablePath: executablePath ?? '', args: flags })
  const context = await launched.newContext({ viewport: { width, height } })
  const page = await context.newPage()
  const faces = await Promise.all(
    fontFiles.map(async ({ weight, path }) => {
      const data = (await readFile(path)).toString('base64')
      return `@font-face{font-family:Bench;font-weight:${weight};src:url(data:font/ttf;base64,${data})}`
    }),
  )
  const style = 'body{margin:0}div,img{position:absolute}img{object-fit:cover}'
  await page.setContent(`<style>${faces.join('')}${style}</style><body></body>`)
  return { page, session: await context.newCDPSession(page) }
}

/** A warm page whose body is exchanged, captured without playwright's own waiting. */
export const chromium: Peer = {
  async open({ sceneOf }) {
    const first = sceneOf(0)
    const { page, session } = await openPage(first)
    return {
      async paint(index, format) {
        const scene = sceneOf(index)
        const body = scene.items.map(markupOf).join('')
        await page.evaluate(
          async ([markup, background]) => {
            document.body.style.background = background ?? ''
            document.body.innerHTML = markup ?? ''
            await Promise.all([...document.images].map((image) => image.decode()))
            await document.fonts.ready
          },
          [body, cssFill(scene.background)],
        )
        const quality = format === 'png' ? {} : { quality: format === 'jpeg' ? 85 : 80 }
        const { data } = await session.send('Page.captureScreenshot', { format, ...quality, optimizeForSpeed: true })
        return Buffer.from(data, 'base64')
      },
    }
  },
}
